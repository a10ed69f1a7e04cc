/**
 * Reading a plan from a file. `problem` and `repair` messages get `path` and the params of the error, or `from` and
 * `to` of the repair; if the place is in the text itself, `line` (and `column`), or for repairs a `path` that is a line
 * number.
 */
export const planfile = {
  'planfile.shape.plan': 'plan.json',
  'planfile.shape.unversioned': 'a plan without a version',
  'planfile.shape.task_description': 'a task description with numbered actions',
  'planfile.shape.ordered_steps': 'a goal with ordered steps and start and end times',
  'planfile.shape.todos': 'a list of to-dos',
  'planfile.shape.list': 'a plain list of steps',
  'planfile.shape.tasks': 'a list of tasks of another tool',
  'planfile.shape.taskfile': 'a file of program tasks (Taskfile)',
  'planfile.shape.markdown': 'a checklist',
  'planfile.shape.sheet': 'a sheet: one task in each row',

  'planfile.step': 'step {step}',
  'planfile.steps': 'steps {steps}',
  'planfile.steps_and_more': 'steps {steps} and {n} more',
  'planfile.between': ', ',
  'planfile.field_of': '“{field}” of {steps}',
  'planfile.place': 'Line {line}, {path}',
  'planfile.problem.blank_file': 'The file is empty. Choose a plan.json, a JSON list of steps or a Markdown task list.',
  'planfile.problem.too_large': 'The file is larger than {limit} MB. Split the plan, or shorten long results in it.',
  'planfile.problem.too_deep':
    'Line {line}, column {column}: the file nests more than {limit} levels deep here. Flatten this part.',
  'planfile.problem.too_many_values':
    'Line {line}, column {column}: the file holds more than {limit} values up to here. Shorten long results in it, or split the plan.',
  'planfile.problem.too_many_lines':
    'The text has more than {limit} lines. Split it, and choose the part with the tasks.',
  'planfile.problem.cut_off':
    'Line {line}, column {column}: the file ends in the middle, so a part of it is missing. Export or download it again.',
  'planfile.pasted.blank_file':
    'There is no text. Paste a plan.json, a list of steps as JSON or YAML, or one task a line.',
  'planfile.pasted.too_large': 'The text is larger than {limit} MB. Split the plan, or shorten long results in it.',
  'planfile.pasted.too_deep':
    'Line {line}, column {column}: the text nests more than {limit} levels deep here. Flatten this part.',
  'planfile.pasted.too_many_values':
    'Line {line}, column {column}: the text holds more than {limit} values up to here. Shorten long results in it, or split the plan.',
  'planfile.pasted.too_many_lines':
    'The text has more than {limit} lines. Split it, and paste the part with the tasks.',
  'planfile.pasted.cut_off':
    'Line {line}, column {column}: the text ends in the middle, so a part of it is missing. Copy all of it and paste it again.',
  'planfile.pasted.no_text':
    'This holds no plan. Paste a plan.json, a list of steps as JSON or YAML, or one task a line.',
  'planfile.pasted.not_a_plan':
    'The text holds neither a plan nor a list of tasks. Paste a plan.json, a list of steps as JSON or YAML, or one task a line (“- [ ] …”, “1. …”).',
  'planfile.pasted.unknown_shape':
    'The text holds data, but no plan: “steps” or “todos” is missing at its top level. Paste another text.',
  'planfile.pasted.unknown_version':
    '{path}: “{value}” is not a version that can be read. It must be 1; a newer plan needs a newer release of this app.',
  'planfile.pasted.misspelt': '{path}: this is missing; did you mean it by “{name}”? Correct the name in the text.',
  'planfile.pasted.missing': '{path}: this is missing. Add it to the text.',
  'planfile.pasted.blank': '{path}: this is empty. Write something there.',
  'planfile.problem.bad_json':
    'Line {line}, column {column}: this is not valid JSON. Check the quotes, commas and brackets at this place.',
  'planfile.problem.bad_yaml':
    'Line {line}, column {column}: this is not valid YAML. Check the indentation, colons and quotes at this place.',
  'planfile.problem.yaml_too_large': 'YAML is read up to {limit} MB. Split the plan, or save it as JSON.',
  'planfile.problem.bad_encoding':
    'Line {line}: the bytes here are no letters of any encoding that is known. Save the file as UTF-8 and choose it again.',
  'planfile.problem.no_text':
    'This is no text file but, say, a picture or an office document, so it holds no plan. Choose a plan.json, a list of steps as JSON or YAML, or a text with one task a line.',
  'planfile.problem.not_a_plan':
    'The file holds neither a plan nor a list of tasks. Choose a plan.json, a list of steps as JSON or YAML, or a text with one task a line (“- [ ] …”, “1. …”).',
  'planfile.problem.unknown_shape':
    'The file holds data, but no plan: “steps” or “todos” is missing at its top level. Choose another file.',
  'planfile.problem.unknown_version':
    '{path}: “{value}” is not a version that can be read. It must be 1; a newer file needs a newer release of this app.',
  'planfile.problem.no_steps': '{path}: the list is empty, so there is nothing to do. Add at least one step.',
  'planfile.problem.too_many_steps':
    '{path}: the plan has more than {limit} steps up to here. Split it into smaller plans.',
  'planfile.problem.nested_too_deep':
    '{path}: plans within steps may be at most {limit} deep. Move these steps one level up.',
  'planfile.problem.misspelt':
    '{path}: this is missing; did you mean it by “{name}”? Correct the name in the file, then choose it again.',
  'planfile.problem.missing': '{path}: this is missing. Add it in the file, then choose it again.',
  'planfile.problem.not_a_step':
    '{path}: “{value}” is not a step. A step is an object with a description, or plain text.',
  'planfile.problem.not_text': '{path}: “{value}” must be text. Put it in double quotes.',
  'planfile.problem.not_a_count': '{path}: “{value}” must be a number that is not negative; counts are whole numbers.',
  'planfile.problem.no_step_list':
    '{path}: “{value}” is not a list of steps. Write them in square brackets, each with its description: [{ "description": "…" }, …].',
  'planfile.problem.no_id_list':
    '{path}: “{value}” is not a list of ids. Write the ids of the steps that it waits for in square brackets, such as ["step_1", "step_2"], or [] for none.',
  'planfile.problem.not_an_object': '{path}: “{value}” must be an object. Write its fields in curly braces.',
  'planfile.problem.not_yes_or_no': '{path}: “{value}” must be true or false, without quotes.',
  'planfile.problem.number_too_large': '{path}: this number is too large to be kept. Use a smaller one, or text.',
  'planfile.problem.blank': '{path}: this is empty. Write something there in the file, then choose it again.',
  'planfile.problem.too_long': '{path}: “{value}” is longer than {limit} characters. Shorten it.',
  'planfile.problem.bad_status':
    '{path}: “{value}” is not a status. Use pending, running, completed, failed, skipped or blocked.',
  'planfile.problem.bad_plan_status':
    '{path}: “{value}” is not a status of a plan. Use planning, running, waiting, paused, blocked, completed, failed or cancelled.',
  'planfile.problem.bad_time': '{path}: “{value}” is not a time. Write it like 2026-01-31T10:00:00Z.',
  'planfile.problem.duplicate_id': '{path}: the id “{name}” is used twice. Give this step another one.',
  'planfile.problem.unknown_dependency': '{path}: no step has the id “{name}”. Correct the dependency, or take it out.',
  'planfile.problem.self_dependency': '{path}: step “{name}” waits for itself. Take this dependency out.',
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
  'planfile.repair.digits':
    'Line {path}: {from} has more digits than a number can keep here; it was kept as text, so that none is lost.',
  'planfile.repair.flattened': 'Line {path}: the indented item “{to}” became a step of its own.',
  'planfile.repair.unsafe_key': '{path}: left out, since this name is not allowed.',
  'planfile.repair.misspelt_field': '{path}: left out, since a plan has no such field; did you mean “{to}”? {from}',
  'planfile.repair.unknown_field': '{path}: left out, since a plan has no such field: {from}',
  'planfile.repair.archived': 'Left out, archived in Trello: {from}',
  'planfile.repair.version': '{path}: “{from}” was read as the number {to}.',
  'planfile.repair.missing_goal': '{path}: the file names no goal; it was made from the steps: {to}',
  'planfile.repair.id_as_text': '{path}: the number {from} became the text “{to}”.',
  'planfile.repair.status': '{path}: “{from}” was read as “{to}”.',
  'planfile.repair.missing_status': '{path}: missing; read as “{to}”.',
  'planfile.repair.missing_id': '{path}: missing; the step got “{to}”.',
  'planfile.repair.time': '{path}: “{from}” was read as {to}.',
  'planfile.repair.text_step': '{path}: plain text became the description of a step.',
  'planfile.repair.result_as_text': '{path}: was not text; it is kept as the output, and shown as: {to}',
  'planfile.repair.blank_field': '{path}: was empty and was left out.',
  'planfile.repair.sorted': '{path}: the steps were put in the order of their numbers (“{from}”).',
  'planfile.repair.linked': '{path}: “{from}” was read as the step “{to}”.',
  'planfile.repair.no_dependency': '{path}: “{from}” stands for no step and was left out.',
  'planfile.repair.as_list': '{path}: “{from}” was read as the list {to}.',
  'planfile.repair.by_id':
    '{path}: was no list; its entries became the steps, in their order, with their names as ids.',
  'planfile.repair.by_number':
    '{path}: was no list; its entries became the steps, with their names as ids: names that are numbers first, by size.',
  'planfile.repair.implied': '{path}: uses the result of step {to}, so it now waits for that step.',
  'planfile.repair.duplicate_key': 'Line {path}: {from} stands here a second time; the last one counts.',
  'planfile.repair.prose': 'Line {path}: not part of a list, left out: {from}',
  'planfile.repair.code': 'Line {path}: code, left out: {from}',
  'planfile.repair.markup': 'Line {path}: a comment or markup, left out: {from}',
  'planfile.repair.matter': 'Line {path}: front matter, left out: {from}',
  'planfile.repair.heading': 'Line {path}: a heading, left out: {from}',
  'planfile.repair.guessed_boxless': 'Line {path}: “{from}” has no box like its neighbours; it was taken as a step.',
  'planfile.repair.guessed_numberless':
    'Line {path}: “{from}” has no number like its neighbours; it was taken as a step.',
  'planfile.repair.bare_lines': 'Lines {path}: no numbers, boxes or bullets; each line was taken as a step.',
  'planfile.repair.sign': 'Line {path}: “{from}” was read as the status {to}.',
  'planfile.repair.joined': 'Line {path}: not indented, but below a step, so it was joined to it: {from}',
  'planfile.repair.no_text': 'Line {path}: an item without words, left out.',
  'planfile.repair.lost_letter':
    'Line {path}: letters had been lost before the file came here (“�”); see what is missing: {from}',
  'planfile.repair.encoding': 'The file is not in UTF-8; it was read as {to}. See whether its letters are right.',
} as const;
