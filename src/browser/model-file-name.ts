/** A name under which a model can be kept, made of what its source calls it. */
export function modelFileName(called: string): string {
  const plain = called
    .replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_')
    .replace(/\.gguf$/i, '')
    .replace(/^\.+/, '')
    .trim()
    .slice(0, 100);
  return `${plain || 'model'}.gguf`;
}
