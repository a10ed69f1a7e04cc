import { simplified } from '../values/simplified-chinese.ts';

const lead =
  'ok|okay|okey|k|yes|yeah|yep|yup|sure|alright|all right|right|fine|good|great|cool|perfect|thanks|thank you|well|now|so|and|then|just|please|pls|lets|let us|you can|you may|can you|could you|would you|will you|hey|hi|hello|cairn';
const core = 'continue|resume|go on|carry on|keep going';
const tail =
  'please|pls|now|then|again|thanks|thank you|thx|ok|okay|on|ahead|it|this|that|with it|with this|with that|(?:with )?(?:the|your) (?:plan|task|work|run)|(?:with )?(?:the )?(?:rest|(?:remaining|other|open) (?:steps|tasks|work)|rest of (?:it|the (?:plan|task|steps|work)))|where you (?:left off|stopped|were)|from (?:here|there|where you (?:left off|stopped|were))|working';
const assent =
  'yes|yeah|yep|yup|sure|ok|okay|okey|fine|good|great|perfect|alright|all right|right|approved?|go|do it|start|begin|run it|proceed|agreed|looks? (?:good|fine|great)|lgtm|thats (?:good|fine)|sounds good';
const englishYes = new RegExp(`^(?:(?:${lead}) )*(?:${assent})(?: (?:${assent}|${lead}|${tail}))*$`);
const englishContinue = new RegExp(`^(?:(?:${lead}) )*(?:${core})(?: (?:${core}|${tail}))*$`);

const chineseLead = '好的?|好啊|好吧|行|可以|嗯+|那么?|就|请你?|麻烦你?|你|ok|现在|我们|咱们|来|开始';
const chineseCore = '继续(?:把|将)?|接着(?:做|干|来|完成|执行)';
const chineseTail =
  '吧|啊|呀|哦|呗|啦|了|嘛|做|干|完|完成|下去|执行|运行|进行|工作|干活|一下|任务|计划|步骤|事情|所有的?|全部|都|它|上次的?|刚才的?|之前的?|剩下的?|其余的?|余下的?|剩余的?|未完成的?|没做完的?|没完成的?|这个|该|谢谢|多谢|辛苦了?|就行|就好|请|你的|please|pls|ok|thanks';
const chineseContinue = new RegExp(`^(?:${chineseLead})*(?:${chineseCore})(?:${chineseCore}|${chineseTail})*$`);

const chineseYes =
  /^(?:是的?|对的?|好的?|好啊|行|可以的?|没问题|同意|批准|确认|通过|开始|执行|开工|就这样|就这么办|ok)(?:是|对|好|行|可以|没问题|同意|批准|开始|执行|就这样|就这么办|吧|啊|呀|啦|了|的|做|干|请|谢谢)*$/;

const halt = 'pause|stop|halt|wait|hold on|hang on|hold it|(?:wait |just )?(?:a|one) (?:moment|minute|min|second|sec)';
const englishPause = new RegExp(
  `^(?:(?:${lead}|oh|no|nope) )*(?:${halt})(?: (?:${halt}|please|pls|now|here|there|it|this|that|for now|everything|running|working|(?:the |this )?(?:plan|task|work|run)|thanks|thank you))*$`,
);
const chinesePause =
  /^(?:请你?|你|先|快|赶紧|马上|立即|立刻|好的?|别急)*(?:暂停|停止|停下|停住|停|打住|等等|等一?下|等一等|等会儿?|稍等|慢着)(?:暂停|停止|停下|停|等等|一下|下来|下|一会儿?|片刻|吧|啊|呀|了|先|手|它|执行|运行|进行|工作|任务|计划|这个|当前的?|现在|所有的?|全部|请|谢谢)*$/u;

const drop =
  'cancel|abort|quit|undo|never ?mind|forget (?:about )?(?:it|that|this)|(?:dont|do not) (?:do|bother)|call it off|drop it|scrap it';
const englishCancel = new RegExp(
  `^(?:(?:${lead}|oh|no|nope|actually|sorry) )*(?:${drop})(?: (?:${drop}|please|pls|now|it|this|that|all|everything|(?:the |this )?(?:plan|task|work|run)|thanks|thank you))*$`,
);
const chineseDrop =
  '取消|撤销|撤消|撤回|中止|终止|放弃|算了|(?:不要?|不用|不必|别)再?(?:做|弄|干|搞|继续|执行)|不[要用必]了';
const chineseCancel = new RegExp(
  `^(?:我|请你?|你|那|哦|唉|好的?|还是|先|快|赶紧|马上|立即|把|都|全部|这个|当前的?|任务|计划)*(?:${chineseDrop})(?:${chineseDrop}|吧|了|啊|呀|掉|它|这个|当前的?|全部|所有的?|任务|计划|工作|执行|请|谢谢)*$`,
  'u',
);

const englishNo = new RegExp(
  `^(?:(?:${lead}|oh) )*(?:no|nope|nah|dont|do not|not now|deny|reject|refuse|decline)(?: (?:no|nope|dont|do|not|now|way|please|it|this|that|allow|delete|send|change|write|thanks|thank you))*$`,
);
const chineseNo =
  /^(?:不(?:要|行|可以|能|同意|允许|许|准|好|用|必|是|想)?|别|拒绝|否|禁止)(?:不|要|别|删除?|动|改|发|写|做|这样|它|了|啊|吧|呀|的|谢谢)*$/u;

/**
 * Returns what a short message of the person means: `yes` for mere agreement (“ok, do it”, “同意”), `no` for mere
 * disagreement, `continue` for a request to go on, also together with agreement, `pause` for a request to hold (“wait a
 * moment”, “先停一下”), `cancel` for one to give up (“never mind”, “算了，别做了”). Null for any other message, including a
 * longer sentence with these words.
 */
export function messageIntent(text: string): 'continue' | 'yes' | 'no' | 'pause' | 'cancel' | null {
  const plain = normalizedShortMessage(text);
  if (plain === null) return null;
  const textWithoutSpaces = simplified(plain.replaceAll(' ', '')).replace(/[喔啰耶]+$/u, '');
  if (englishContinue.test(plain) || chineseContinue.test(textWithoutSpaces)) return 'continue';
  if (englishPause.test(plain) || chinesePause.test(textWithoutSpaces)) return 'pause';
  if (englishCancel.test(plain) || chineseCancel.test(textWithoutSpaces)) return 'cancel';
  if (englishNo.test(plain) || chineseNo.test(textWithoutSpaces)) return 'no';
  return englishYes.test(plain) || chineseYes.test(textWithoutSpaces) ? 'yes' : null;
}

const haltNamed =
  /\b(?:paus(?:e[ds]?|ing)|(?<!\b(?:bus|tram|train|metro|first|last|next) )stop(?:s|ped|ping)?|halt(?:s|ed|ing)?|wait(?:s|ed|ing)?|hold)\b|暂停|停止|停下|打住|等待|等等|等一|等下|等会|稍等|停(?![车泊留电水])/iu;

/** True if a question of the plan names a pause, so that “stop” or “wait” may be its answer. */
export const mentionsPause = (question: string): boolean => haltNamed.test(simplified(question));

/** Returns the words of a short message without case and punctuation; null for a command or a longer text. */
export function normalizedShortMessage(text: string): string | null {
  if (text.length > 80 || /^\s*[/／]/.test(text)) return null;
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’'`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
