import { prepareImage } from '../browser/files/prepare-image.ts';

/** The worker of one image: it decodes, encodes and reports the outcome; then the page terminates it. */
addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void prepareImage(data).then(
    (outcome) => postMessage(outcome),
    () => postMessage({ kind: 'broken' }),
  );
});
