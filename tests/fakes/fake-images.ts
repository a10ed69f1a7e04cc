import type { ImageOutcome, Images } from '../../src/ports/images.ts';

/** Makes of each image what it is told that it is. */
export class FakeImages implements Images {
  outcome: ImageOutcome = { kind: 'image', content: 'data:image/jpeg;base64,/9j/', width: 8, height: 8, size: 3 };

  async prepare(): Promise<ImageOutcome> {
    return this.outcome;
  }
}
