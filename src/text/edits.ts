/** Why an edit of the plan was refused (R3.8), one sentence for each code. */
export const edits = {
  en: {
    'edit.unknown_step': 'This step is no longer in the plan.',
    'edit.duplicate_id': 'The plan already has a step with the id “{step}”.',
    'edit.already_started': '“{step}” has already begun and keeps its place.',
    'edit.order_contradicts': '“{step}” needs the result of “{other}” and cannot come before it.',
    'edit.still_needed':
      '“{step}” cannot be deleted: “{other}” needs its result. Skip it, or change the other step first.',
    'edit.unknown_dependency': '“{step}” would depend on “{other}”, which is not in the plan.',
    'edit.cycle': '“{step}” would end up waiting for itself: {other}.',
    'edit.already_depends': '“{step}” already waits for “{other}”.',
    'edit.not_dependent': '“{step}” does not wait for “{other}”.',
    'edit.uses_result': '“{step}” uses the result of “{other}” and has to wait for it.',
    'edit.last_dependency':
      'Without any dependency the steps run one after another, so the last one, that of “{step}”, stays.',
    'edit.not_failed': '“{step}” has neither failed nor been skipped, so there is nothing to retry.',
    'edit.empty_description': 'A step needs a description.',
  },
  zh: {
    'edit.unknown_step': '这一步已经不在计划里了。',
    'edit.duplicate_id': '计划里已经有 id 为“{step}”的步骤。',
    'edit.already_started': '“{step}”已经开始，位置不能再动。',
    'edit.order_contradicts': '“{step}”要用到“{other}”的结果，不能排在它前面。',
    'edit.still_needed': '“{step}”不能删除：“{other}”要用到它的结果。可以跳过它，或先修改另一步。',
    'edit.unknown_dependency': '“{step}”依赖的“{other}”不在计划里。',
    'edit.cycle': '“{step}”会变成等待自己：{other}。',
    'edit.already_depends': '“{step}”已经要等“{other}”完成。',
    'edit.not_dependent': '“{step}”并不等“{other}”。',
    'edit.uses_result': '“{step}”要用到“{other}”的结果，必须等它完成。',
    'edit.last_dependency': '没有任何依赖时步骤会依次进行，因此“{step}”的最后一个依赖要保留。',
    'edit.not_failed': '“{step}”没有失败也没有被跳过，不需要重试。',
    'edit.empty_description': '步骤需要有内容。',
  },
} as const;
