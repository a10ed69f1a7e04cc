import type { ModelError } from '../../task/model-reply.ts';

/** Messages by which endpoints say that a model accepts no images at all; samples in `tests/unit/model/refusals`. */
const takesNone: readonly RegExp[] = [
  /image_url is only supported by certain models|unknown variant \W{0,2}image_url/i,
  /\b(?:image|vision|multi-?modal) (?:inputs?|contents?|capabilit\w+)? ?(?:is|are) not (?:supported|enabled|available)/i,
  /\b(?:images|vision|image_url) (?:is|are) not supported/i,
  /(?:not|n't) support (?:the )?(?:images?\b(?! (?:format|type|size|urls?))|vision|image_url|multi-?modal)/i,
  /no endpoints found that support image/i,
  /not (?:a )?(?:multi-?modal|vision)(?:[- ]capable)? model|not compiled for multi-?modal|not configured with a mmproj|missing data required for image input/i,
  /content\W{0,6}(?:value )?must be a string|invalid type: sequence, expected a string|any variant of untagged enum ChatCompletionRequestContent/i,
  /unexpected item type in content|image_url\W[^.]{0,80}does not match any of the expected tags/i,
  /不支持(?:该)?(?:图像|图片|视觉|多模态)|content\.type 参数非法[^。]{0,20}\W['‘"]text['’"]\W/,
];

/** Messages which say that these images are too many, too large, or unreadable. */
const refusesThese: readonly RegExp[] = [
  /at most \d+ images?\b|too many images|(?:number|count) of images/i,
  /\bimage\b[^.]{0,60}(?:exceed|too (?:large|big|small)|larger than|not valid|invalid|format)/i,
  /(?:could not|cannot|can't|failed to|unable to) (?:process|decode|load|read|parse)[^.]{0,20}\bimage|invalid image/i,
  /图片[^。]{0,20}(?:过大|过多|超过|超出|解析错误|格式)/,
];

/** Statuses that are errors of the account or of the moment, whatever their message says. */
const others: ReadonlySet<number | null> = new Set([401, 402, 403, 408, 429, 503]);

/** Returns what a refusal says about the images of the request; null if it is about something else. */
export function imagesError({ detail, status }: ModelError): 'no_images' | 'images_refused' | null {
  if (others.has(status)) return null;
  if (takesNone.some((sign) => sign.test(detail))) return 'no_images';
  return status === 413 || refusesThese.some((sign) => sign.test(detail)) ? 'images_refused' : null;
}
