/** To-dos as files: out of the page and into it. */
export const todoFiles = {
  en: {
    'todo_files.options': 'To-do files',
    'todo_files.import': 'Add from a file…',
    'todo_files.file': 'To-do file',
    'todo_files.export_markdown': 'Save as Markdown',
    'todo_files.export_todo_txt': 'Save as todo.txt',
    'todo_files.heading': 'To-dos',
    'todo_files.imported': '{n} {n|to-do|to-dos} added from {file}.',
    'todo_files.left': '{n} {n|line|lines} of it {n|is|are} no to-do and {n|was|were} left out.',
    'todo_files.nothing': 'There are no to-dos to save.',
    'todo_files.fault_none':
      'No to-dos were found in {file}. Write them as “- [ ] Buy milk”, or one a line in a todo.txt.',
    'todo_files.fault_encoding':
      'Line {line} of {file}: the bytes here are no letters of any encoding that is known. Save the file as UTF-8 and choose it again.',
    'todo_files.fault_unlike': '{file} is not a text file. To-dos come from Markdown (.md) or todo.txt.',
    'todo_files.fault_too_many': '{file} holds more than 5,000 to-dos. Split it into smaller files.',
    'todo_files.fault_too_large': '{file} is larger than 5 MB. Split it into smaller files.',
  },
  zh: {
    'todo_files.options': '待办文件',
    'todo_files.import': '从文件添加…',
    'todo_files.file': '待办文件',
    'todo_files.export_markdown': '存为 Markdown',
    'todo_files.export_todo_txt': '存为 todo.txt',
    'todo_files.heading': '待办',
    'todo_files.imported': '已从 {file} 添加 {n} 条待办。',
    'todo_files.left': '其中 {n} 行不是待办，已略去。',
    'todo_files.nothing': '没有可以保存的待办。',
    'todo_files.fault_none': '在 {file} 中没有找到待办。请写成“- [ ] 买牛奶”，或在 todo.txt 中每行写一条。',
    'todo_files.fault_encoding': '{file} 第 {line} 行：这里的字节不属于任何已知编码。请把文件存为 UTF-8 再选一次。',
    'todo_files.fault_unlike': '{file} 不是文本文件。待办可来自 Markdown（.md）或 todo.txt。',
    'todo_files.fault_too_many': '{file} 中的待办超过 5,000 条。请分成几个较小的文件。',
    'todo_files.fault_too_large': '{file} 超过 5 MB。请分成几个较小的文件。',
  },
} as const;
