/** The list of keyboard shortcuts. */
export const shortcutTexts = {
  en: {
    'shortcuts.title': 'Keyboard shortcuts',
    'shortcuts.single': 'Use single keys as shortcuts',
    'shortcuts.single_hint':
      'When this is off, only {keys} and the keys of dialogs, lists and buttons work. It is usually on.',
    'shortcuts.group.anywhere': 'Anywhere',
    'shortcuts.group.panes': 'Panes',
    'shortcuts.group.fields': 'In fields and lists',
    'shortcuts.pause': 'Pause or continue the plan',
    'shortcuts.drag': 'Move a step: with its handle in focus, Space lifts, arrows move, Space drops',
    'shortcuts.send': 'Send the message',
    'shortcuts.line': 'New line in the message',
  },
  zh: {
    'shortcuts.title': '键盘快捷键',
    'shortcuts.single': '用单个按键作快捷键',
    'shortcuts.single_hint': '关闭后，只有 {keys} 以及对话框、列表和按钮自己的按键有效。默认开启。',
    'shortcuts.group.anywhere': '任何地方',
    'shortcuts.group.panes': '面板',
    'shortcuts.group.fields': '在输入框与列表里',
    'shortcuts.pause': '暂停或继续计划',
    'shortcuts.drag': '移动步骤：焦点在拖动柄上时，空格拿起，方向键移动，空格放下',
    'shortcuts.send': '发送消息',
    'shortcuts.line': '消息换行',
  },
} as const;
