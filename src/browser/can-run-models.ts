/** Whether this browser can run a language model: 64-bit memory is what some lack. */
export function canRunModels(): boolean {
  const wanted: unknown = { address: 'i64', initial: 1n };
  try {
    return Boolean(new WebAssembly.Memory(wanted as WebAssembly.MemoryDescriptor));
  } catch {
    return false;
  }
}
