import type { ImageOutcome, ImagePreparer } from '../../src/ports/images.ts';

/** Returns the test's `outcome` for every image. */
export class FakeImages implements ImagePreparer {
  outcome: ImageOutcome = { kind: 'image', content: 'data:image/jpeg;base64,/9j/', width: 8, height: 8, size: 3 };

  async prepare(): Promise<ImageOutcome> {
    return this.outcome;
  }
}
