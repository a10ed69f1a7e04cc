import type { LanguageModel } from '../ports/language-model.ts';
import { failedCall } from './failed-call.ts';

/** Stands in for a model whose key is encrypted and locked (R13.1). */
export const lockedModel: LanguageModel = { reply: async () => failedCall('locked') };
