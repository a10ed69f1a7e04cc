/** What the accessible names of the specification's section 15 are on the Chinese page. */
export const chineseNames: Record<string, string> = {
  Provider: '服务商',
  'Base URL': '接口地址',
  'API key': 'API 密钥',
  Model: '模型',
  Save: '保存',
  Message: '消息',
  Conversation: '对话',
  Plan: '计划',
  Settings: '设置',
  'How it works': '工作方式',
  Careful: '细致',
  Steps: '步骤',
  'To-do': '待办',
  Approval: '请求许可',
  'Allow for this plan': '本计划内允许',
};
