const tries = 600;

/** Resolves as soon as somebody answers at the address, however that may be; a minute is long enough for any server. */
export async function untilUp(address: string): Promise<void> {
  for (let left = tries; left > 0; left -= 1) {
    const answered = await fetch(address).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Nobody answers at ${address}.`);
}
