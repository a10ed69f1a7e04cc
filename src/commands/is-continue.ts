const lead =
  'ok|okay|okey|k|yes|yeah|yep|yup|sure|alright|all right|right|fine|good|great|cool|perfect|thanks|thank you|well|now|so|and|then|just|please|pls|lets|let us|you can|you may|can you|could you|would you|will you|hey|hi|hello|cairn';
const core = 'continue|resume|go on|carry on|keep going';
const tail =
  'please|pls|now|then|again|thanks|thank you|thx|ok|okay|on|ahead|it|this|that|with it|with this|with that|the plan|the task|the work|the run|with the plan|with the task|with the work|with your work|where you (?:left off|stopped|were)|from (?:here|there|where you (?:left off|stopped|were))|working|the rest|with the rest';
const english = new RegExp(`^(?:(?:${lead}) )*(?:${core})(?: (?:${core}|${tail}))*$`);

const chineseLead = '好的?|好啊|好吧|行|可以|嗯+|那么?|就|请你?|麻烦你?|你|ok|现在|我们|咱们|来|开始';
const chineseCore = '继续|接着做|接着干|接着来';
const chineseTail =
  '吧|啊|呀|哦|呗|啦|了|嘛|做|干|下去|执行|运行|进行|工作|干活|一下|任务|计划|上次的?|刚才的?|之前的?|剩下的?|这个|该|谢谢|多谢|辛苦了?|就行|就好|请|你的|please|pls|ok|thanks';
const chinese = new RegExp(`^(?:${chineseLead})*(?:${chineseCore})(?:${chineseCore}|${chineseTail})*$`);

/**
 * Whether a message is nothing but a wish to go on (R8.2): one of the continue words, alone or with a short addition such
 * as “please”. The same words inside a sentence that says more do not count.
 */
export function isContinue(text: string): boolean {
  if (text.length > 80 || /^\s*[/／]/.test(text)) return false;
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’'`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return english.test(plain) || chinese.test(plain.replaceAll(' ', ''));
}
