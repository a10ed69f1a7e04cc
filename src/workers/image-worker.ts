import { prepareImage } from '../browser/files/prepare-image.ts';

/** The worker of one image: it decodes and encodes, and reports to the page, which terminates it afterwards. */
addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void prepareImage(data).then(
    (outcome) => postMessage(outcome),
    () => postMessage({ kind: 'broken' }),
  );
});
