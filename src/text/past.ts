/** The plan as it was at a point of the history, and copies made from there. */
export const past = {
  en: {
    'past.look': 'See the plan at this point',
    'past.title': 'The plan as it was',
    'past.banner': 'The plan as it was on {at}',
    'past.read_only': 'You are looking back: nothing can be changed here. Work that is under way goes on meanwhile.',
    'past.continue': 'Continue from here in a new session',
    'past.back': 'Back to now',
    'past.earlier': 'Earlier point',
    'past.later': 'Later point',
    'past.none': 'There was no plan yet at this point.',
    'past.copy_title': '{title} (copy)',
    'past.not_copied': 'No copy was made: the browser’s storage refused it. Free some space, then try again.',
  },
  zh: {
    'past.look': '查看此刻的计划',
    'past.title': '过去的计划',
    'past.banner': '计划在 {at} 时的样子',
    'past.read_only': '这是在回看：这里什么都改不了；正在进行的工作不受影响。',
    'past.continue': '从这里开始，在新会话中继续',
    'past.back': '回到现在',
    'past.earlier': '更早',
    'past.later': '更晚',
    'past.none': '那时还没有计划。',
    'past.copy_title': '{title}（副本）',
    'past.not_copied': '没有生成副本：浏览器存储拒绝了写入。请腾出空间后再试。',
  },
} as const;
