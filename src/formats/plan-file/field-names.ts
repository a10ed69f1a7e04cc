import type { Step } from '../../plan/step.ts';

/** Other names for the fields of a plan and of a step, of other tools and in Chinese, in order of preference. */
export const planFieldAliases: Readonly<Record<string, readonly string[]>> = {
  goal: [
    ...['goal', 'task_description', 'taskDescription', 'objective', 'user_request', 'title', 'name', 'task', 'query'],
    ...['目标', '总目标', '任务描述', '标题', '名称', '任务', '主题'],
    ...['目標', '總目標', '任務描述', '標題', '名稱', '任務', '主題'],
  ],
  status: ['status', '状态', '狀態'],
  created_at: ['created_at', 'createdAt', 'created', '创建时间', '建立時間'],
  updated_at: ['updated_at', 'updatedAt', 'updated', '更新时间', '更新時間'],
};

export const stepFieldAliases: Readonly<Record<string, readonly string[]>> = {
  id: ['id', 'task_id', 'taskId', 'step_id', 'stepId', 'uid', '编号', '标识', '編號', '標識'],
  description: [
    ...['description', 'content', 'action', 'task_description', 'taskDescription', 'task_name', 'taskName', 'title'],
    ...['name', 'task', 'text', 'value', 'subject', 'summary', 'todo', 'label', 'instruction', 'step', 'desc', 'goal'],
    ...['描述', '内容', '标题', '任务', '名称', '步骤', '动作', '操作', '行动', '事项', '说明'],
    ...['內容', '標題', '任務', '名稱', '步驟', '動作', '行動', '事項', '說明'],
  ],
  status: [
    ...['status', 'state', 'done', 'completed', 'complete', 'checked', 'isCompleted', 'is_completed', 'finished'],
    ...['状态', '完成', '已完成', '是否完成', '狀態'],
  ],
  tool: ['tool', 'tool_name', 'toolName', '工具', '工具名称', '工具名稱'],
  parameters: ['parameters', 'params', 'args', 'arguments', 'tool_input', 'input', '参数', '输入', '參數', '輸入'],
  dependencies: [
    ...['dependencies', 'depends_on', 'dependsOn', 'blockedBy', 'blocked_by', 'dependent_task_ids', 'deps', 'dep'],
    ...['requires', 'needs', 'prerequisites', 'depends', 'dependency', 'after'],
    ...['依赖', '依赖项', '依赖步骤', '前置', '前置步骤', '前置任务', '前置条件'],
    ...['依賴', '依賴項', '依賴步驟', '前置步驟', '前置任務', '前置條件'],
  ],
  expected_output: [
    'expected_output',
    'expectedOutput',
    'expected_result',
    '预期输出',
    '预期结果',
    '期望输出',
    '預期輸出',
    '預期結果',
    '期望輸出',
  ],
  result: ['result', '结果', '結果'],
  error: ['error', '错误', '錯誤'],
  started_at: ['started_at', 'startedAt', 'startTime', 'start_time', '开始时间', '開始時間'],
  ended_at: [
    'ended_at',
    'endedAt',
    'endTime',
    'end_time',
    'completed_at',
    'completedAt',
    '结束时间',
    '完成时间',
    '結束時間',
    '完成時間',
  ],
  plan: [
    ...['plan', 'subtasks', 'sub_tasks', 'subTasks', 'substeps', 'sub_steps', 'children', 'steps', 'tasks', 'todos'],
    ...['子计划', '子任务', '子步骤', '子計畫', '子計劃', '子任務', '子步驟'],
  ],
};

/** Other names that people write for the fields of a step in a file of Cairn's own format. */
export const cairnStepFieldAliases: Readonly<Record<string, readonly string[]>> = {
  parameters: ['parameters', 'params', 'args', 'arguments', 'input'],
  dependencies: ['dependencies', 'depends_on', 'dependsOn', 'needs', 'after'],
};

/** The names of fields that hold the steps of a plan. */
export const stepListFieldNames = [
  'steps',
  'todos',
  'tasks',
  'plan',
  'items',
  'todo',
  'subtasks',
  'actions',
  'checklist',
  '步骤',
  '任务',
  '任务列表',
  '计划',
  '待办',
  '清单',
  ...['步驟', '任務', '任務列表', '計畫', '計劃', '待辦', '清單'],
] as const;

/** The names of fields whose numbers give the order of steps. */
export const orderFieldNames = [
  'order',
  'step',
  'step_number',
  'stepNumber',
  'number',
  'index',
  'position',
  'seq',
  '序号',
  '顺序',
  '步骤',
  ...['序號', '順序', '步驟'],
] as const;

/** All fields of a step, in the order of the file format. */
export const stepFields = [
  'id',
  'description',
  'status',
  'tool',
  'parameters',
  'dependencies',
  'expected_output',
  'result',
  'full_result',
  'output',
  'error',
  'progress',
  'attempts',
  'edited_by_person',
  'in_order',
  'plan',
  'started_at',
  'ended_at',
] as const satisfies readonly (keyof Step)[];
