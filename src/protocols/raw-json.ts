import { balancedObject, maxReplyLength } from '../values/balanced-object.ts';
import { isRecord, parseJson } from '../values/json.ts';
import { keyAliases } from './aliases.ts';

/** True if a text is nothing but a JSON object or list. */
export function isRawJson(text: string): boolean {
  return objectIn(text) !== undefined;
}

/** Returns the words that a text of JSON alone gives as its answer; null if it gives none. */
export function answerTextInJson(text: string): string | null {
  const value = objectIn(text);
  if (!isRecord(value)) return null;
  const answerValues = ['response', 'final', 'closing', ...keyAliases.contract.response].map((key) => value[key]);
  const words = answerValues.find((each) => typeof each === 'string' && each.trim() !== '');
  return typeof words === 'string' ? words.trim() : null;
}

function objectIn(text: string): object | undefined {
  const whole = text.trim().replace(/^```(?:json)?\s*|\s*```$/g, '');
  if (!/^[{[]\s*["'{]/.test(whole) || whole.length > maxReplyLength || balancedObject(whole, 0) === 'deep')
    return undefined;
  const value = parseJson(whole);
  return typeof value === 'object' && value !== null ? value : undefined;
}
