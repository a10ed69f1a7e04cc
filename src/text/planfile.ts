/**
 * Reading a plan from a file. `problem` and `repair` messages take `path` beside the params of the problem, or `from` and
 * `to` of the repair; where the place is in the text itself, `line` (and `column`), or for repairs a `path` that is a line.
 */
export const planfile = {
  en: {
    'planfile.shape.plan': 'plan.json',
    'planfile.shape.unversioned': 'plan.json without a version',
    'planfile.shape.task_description': 'a task description with numbered actions',
    'planfile.shape.ordered_steps': 'a goal with ordered steps and start and end times',
    'planfile.shape.todos': 'a list of to-dos (“todos”)',
    'planfile.shape.list': 'a plain list of steps',
    'planfile.shape.markdown': 'a Markdown list',

    'planfile.problem.blank_file':
      'The file is empty. Choose a plan.json, a JSON list of steps or a Markdown task list.',
    'planfile.problem.too_large': 'The file is larger than {limit} MB. Split the plan, or shorten long results in it.',
    'planfile.problem.too_deep':
      'Line {line}, column {column}: the file nests more than {limit} levels deep here. Flatten this part.',
    'planfile.problem.too_many_values':
      'Line {line}, column {column}: the file holds more than {limit} values up to here. Shorten long results in it, or split the plan.',
    'planfile.problem.cut_off':
      'Line {line}, column {column}: the file ends in the middle, so a part of it is missing. Export or download it again.',
    'planfile.problem.bad_json':
      'Line {line}, column {column}: this is not valid JSON. Check the quotes, commas and brackets at this place.',
    'planfile.problem.not_a_plan':
      'The file is neither JSON nor a list of tasks. Choose a plan.json, a JSON list of steps or a Markdown task list (“- [ ] …”).',
    'planfile.problem.unknown_shape':
      'The file is JSON, but holds no plan: “steps” or “todos” is missing at its top level. Choose another file.',
    'planfile.problem.unknown_version':
      '{path}: “{value}” is not a version that can be read. It must be 1; a newer file needs a newer release of this app.',
    'planfile.problem.no_steps': '{path}: the list is empty, so there is nothing to do. Add at least one step.',
    'planfile.problem.too_many_steps':
      '{path}: the plan has more than {limit} steps up to here. Split it into smaller plans.',
    'planfile.problem.nested_too_deep':
      '{path}: plans within steps may be at most {limit} deep. Move these steps one level up.',
    'planfile.problem.missing': '{path}: this is missing. Add it.',
    'planfile.problem.not_a_step':
      '{path}: “{value}” is not a step. A step is an object with a description, or plain text.',
    'planfile.problem.not_text': '{path}: “{value}” must be text. Put it in double quotes.',
    'planfile.problem.not_a_count':
      '{path}: “{value}” must be a number that is not negative; counts are whole numbers.',
    'planfile.problem.not_a_list': '{path}: “{value}” must be a list. Put it in square brackets: [ … ].',
    'planfile.problem.not_an_object': '{path}: “{value}” must be an object. Write its fields in curly braces.',
    'planfile.problem.not_yes_or_no': '{path}: “{value}” must be true or false, without quotes.',
    'planfile.problem.number_too_large': '{path}: this number is too large to be kept. Use a smaller one, or text.',
    'planfile.problem.blank': '{path}: this must not be empty. Write something here.',
    'planfile.problem.too_long': '{path}: “{value}” is longer than {limit} characters. Shorten it.',
    'planfile.problem.bad_status':
      '{path}: “{value}” is not a status. Use pending, running, completed, failed, skipped or blocked.',
    'planfile.problem.bad_plan_status':
      '{path}: “{value}” is not a status of a plan. Use planning, running, waiting, paused, blocked, completed, failed or cancelled.',
    'planfile.problem.bad_time': '{path}: “{value}” is not a time. Write it like 2026-01-31T10:00:00Z.',
    'planfile.problem.duplicate_id': '{path}: the id “{name}” is used twice. Give this step another one.',
    'planfile.problem.unknown_dependency':
      '{path}: no step has the id “{name}”. Correct the dependency, or take it out.',
    'planfile.problem.cycle': '{path}: these steps wait for each other: {name}. Take one of the dependencies out.',
    'planfile.problem.unfinished':
      '{path}: the plan is marked as completed, but this step is “{name}”. Correct one of the two.',
    'planfile.problem.times':
      '{path}: this time ({name}) lies before the start that it belongs to. Correct one of the two.',

    'planfile.repair.bom': 'Line {path}: an invisible mark at the beginning of the file was left out.',
    'planfile.repair.code_fence': 'Line {path}: only the text inside the code fence was read.',
    'planfile.repair.comment': 'Line {path}: a comment was left out: {from}',
    'planfile.repair.trailing_comma': 'Line {path}: a comma too many was left out.',
    'planfile.repair.syntax': 'Line {path}: “{from}” was read as “{to}”.',
    'planfile.repair.flattened': 'Line {path}: the indented item “{to}” became a step of its own.',
    'planfile.repair.unsafe_key': '{path}: left out, since this name is not allowed.',
    'planfile.repair.unknown_field': '{path}: left out, since a plan has no such field: {from}',
    'planfile.repair.version': '{path}: “{from}” was read as the number {to}.',
    'planfile.repair.missing_goal': '{path}: the file names no goal; it was made from the steps: {to}',
    'planfile.repair.missing_id': '{path}: was missing and became “{to}”.',
    'planfile.repair.id_as_text': '{path}: the number {from} became the text “{to}”.',
    'planfile.repair.missing_status': '{path}: was missing and was read as “{to}”.',
    'planfile.repair.status': '{path}: “{from}” was read as “{to}”.',
    'planfile.repair.time': '{path}: “{from}” was read as {to}.',
    'planfile.repair.text_step': '{path}: plain text became the description of a step.',
    'planfile.repair.result_as_text': '{path}: was not text; it is kept as the output, and shown as: {to}',
    'planfile.repair.blank_field': '{path}: was empty and was left out.',
    'planfile.repair.sorted': '{path}: the steps were put in the order of their numbers (“{from}”).',
  },
  zh: {
    'planfile.shape.plan': 'plan.json',
    'planfile.shape.unversioned': '没有版本号的 plan.json',
    'planfile.shape.task_description': '任务描述加编号的动作',
    'planfile.shape.ordered_steps': '目标加有序的步骤和起止时间',
    'planfile.shape.todos': '待办清单（todos）',
    'planfile.shape.list': '普通的步骤列表',
    'planfile.shape.markdown': 'Markdown 清单',

    'planfile.problem.blank_file': '文件是空的。请选择 plan.json、JSON 步骤列表或 Markdown 任务清单。',
    'planfile.problem.too_large': '文件超过 {limit} MB。请拆分计划，或缩短其中过长的结果。',
    'planfile.problem.too_deep': '第 {line} 行第 {column} 列：嵌套超过 {limit} 层。请把这一部分展平。',
    'planfile.problem.too_many_values':
      '第 {line} 行第 {column} 列：到这里文件已超过 {limit} 个值。请缩短其中过长的结果，或拆分计划。',
    'planfile.problem.cut_off': '第 {line} 行第 {column} 列：文件在中途断开，缺少一部分。请重新导出或下载。',
    'planfile.problem.bad_json': '第 {line} 行第 {column} 列：不是有效的 JSON。请检查此处的引号、逗号和括号。',
    'planfile.problem.not_a_plan':
      '文件既不是 JSON，也不是任务清单。请选择 plan.json、JSON 步骤列表或 Markdown 任务清单（“- [ ] …”）。',
    'planfile.problem.unknown_shape': '文件是 JSON，但里面没有计划：最外层缺少“steps”或“todos”。请换一个文件。',
    'planfile.problem.unknown_version': '{path}：无法读取版本“{value}”。版本必须是 1；更新的文件需要更新版本的应用。',
    'planfile.problem.no_steps': '{path}：列表是空的，没有要做的事。请至少加一个步骤。',
    'planfile.problem.too_many_steps': '{path}：到这里计划已超过 {limit} 个步骤。请拆成几个较小的计划。',
    'planfile.problem.nested_too_deep': '{path}：步骤里的计划最多嵌套 {limit} 层。请把这些步骤上移一层。',
    'planfile.problem.missing': '{path}：缺少这一项。请补上。',
    'planfile.problem.not_a_step': '{path}：“{value}”不是步骤。步骤是带 description 的对象，或一段文字。',
    'planfile.problem.not_text': '{path}：“{value}”必须是文字。请加上双引号。',
    'planfile.problem.not_a_count': '{path}：“{value}”必须是不小于零的数字；计数必须是整数。',
    'planfile.problem.not_a_list': '{path}：“{value}”必须是列表。请放进方括号：[ … ]。',
    'planfile.problem.not_an_object': '{path}：“{value}”必须是对象。请把字段写进花括号。',
    'planfile.problem.not_yes_or_no': '{path}：“{value}”必须是 true 或 false，不加引号。',
    'planfile.problem.number_too_large': '{path}：这个数字太大，无法保存。请改用较小的数字或文字。',
    'planfile.problem.blank': '{path}：这里不能为空。请填写内容。',
    'planfile.problem.too_long': '{path}：“{value}”超过 {limit} 个字符。请缩短。',
    'planfile.problem.bad_status':
      '{path}：“{value}”不是步骤状态。请用 pending、running、completed、failed、skipped 或 blocked。',
    'planfile.problem.bad_plan_status':
      '{path}：“{value}”不是计划状态。请用 planning、running、waiting、paused、blocked、completed、failed 或 cancelled。',
    'planfile.problem.bad_time': '{path}：“{value}”不是时间。请写成 2026-01-31T10:00:00Z 这样。',
    'planfile.problem.duplicate_id': '{path}：id“{name}”用了两次。请给这个步骤换一个。',
    'planfile.problem.unknown_dependency': '{path}：没有 id 为“{name}”的步骤。请改正这个依赖，或去掉它。',
    'planfile.problem.cycle': '{path}：这些步骤互相等待：{name}。请去掉其中一个依赖。',
    'planfile.problem.unfinished': '{path}：计划标为已完成，但这一步还是“{name}”。请改正其中之一。',
    'planfile.problem.times': '{path}：这个时间（{name}）早于对应的开始时间。请改正其中之一。',

    'planfile.repair.bom': '第 {path} 行：去掉了文件开头的不可见标记。',
    'planfile.repair.code_fence': '第 {path} 行：只读取了代码围栏里的内容。',
    'planfile.repair.comment': '第 {path} 行：去掉了注释：{from}',
    'planfile.repair.trailing_comma': '第 {path} 行：去掉了多余的逗号。',
    'planfile.repair.syntax': '第 {path} 行：“{from}”读作“{to}”。',
    'planfile.repair.flattened': '第 {path} 行：缩进的“{to}”成了单独的步骤。',
    'planfile.repair.unsafe_key': '{path}：已去掉，不允许使用这个名字。',
    'planfile.repair.unknown_field': '{path}：已去掉，计划没有这个字段：{from}',
    'planfile.repair.version': '{path}：“{from}”读作数字 {to}。',
    'planfile.repair.missing_goal': '{path}：文件没有写目标，已用步骤拼成：{to}',
    'planfile.repair.missing_id': '{path}：缺少，已设为“{to}”。',
    'planfile.repair.id_as_text': '{path}：数字 {from} 改成了文字“{to}”。',
    'planfile.repair.missing_status': '{path}：缺少，读作“{to}”。',
    'planfile.repair.status': '{path}：“{from}”读作“{to}”。',
    'planfile.repair.time': '{path}：“{from}”读作 {to}。',
    'planfile.repair.text_step': '{path}：这段文字成了步骤的内容。',
    'planfile.repair.result_as_text': '{path}：原来不是文字；原值保存在 output 里，显示为：{to}',
    'planfile.repair.blank_field': '{path}：是空的，已去掉。',
    'planfile.repair.sorted': '{path}：步骤已按编号（“{from}”）排序。',
  },
} as const;
