/** The file once more, such that its being read is told, as the share read so far. */
export function onDeviceFile(file: Blob, onRead: (share: number) => void): File {
  const copy = new File([file], 'model.gguf');
  let read = 0;
  const tell = (bytes: number) => {
    read += bytes;
    onRead(Math.min(1, read / copy.size));
  };
  const slice = copy.slice.bind(copy);
  const stream = copy.stream.bind(copy);
  return Object.assign(copy, {
    slice: (start = 0, end = copy.size) => {
      tell(Math.min(end, copy.size) - start);
      return slice(start, end);
    },
    stream: () =>
      stream().pipeThrough(
        new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
          transform: (piece, out) => {
            tell(piece.length);
            out.enqueue(piece);
          },
        }),
      ),
  });
}
