const acts = ['pointerdown', 'keydown'] as const;
const everyMs = 10_000;

interface AutoLockParts {
  /** Returns the minutes without activity after which to lock; null: never. */
  minutes: () => number | null;
  /** True while work that needs the keys is running; it counts as activity. */
  isBusy: () => boolean;
  lock: () => void;
}

/** Locks encrypted keys when neither the person nor a plan has been active for a while. */
export function startKeyAutoLock({ minutes, isBusy, lock }: AutoLockParts): void {
  let last = Date.now();
  const touch = () => {
    last = Date.now();
  };
  for (const act of acts) window.addEventListener(act, touch, { capture: true, passive: true });
  setInterval(() => {
    if (isBusy()) touch();
    const limit = minutes();
    if (limit !== null && Date.now() - last >= limit * 60_000) lock();
  }, everyMs);
}
