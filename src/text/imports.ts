/** Why a file could not be read; nothing is changed then, which is said beside it. */
export const imports = {
  en: {
    'imports.timeout':
      'Reading {file} took too long and was ended. Export it again where it comes from, or split it into smaller files.',
    'imports.crashed': 'Reading {file} needed more than this browser has, and was ended. Split it into smaller files.',
    'imports.unavailable':
      'The part of Cairn that reads files could not be loaded. Reload the page, then choose {file} again.',
    'imports.unreadable': 'The browser could not open {file}. See whether it is still there, and choose it again.',
    'imports.guessed':
      'The file does not say how its letters are encoded; it was read as {encoding}. See whether they are right.',
  },
  zh: {
    'imports.timeout': '读取 {file} 花的时间太长，已中止。请在来源处重新导出，或分成几个较小的文件。',
    'imports.crashed': '读取 {file} 超出了这个浏览器的能力，已中止。请分成几个较小的文件。',
    'imports.unavailable': 'Cairn 读取文件的部分没能加载。请刷新页面，然后重新选择 {file}。',
    'imports.unreadable': '浏览器打不开 {file}。请确认文件还在，然后重新选择。',
    'imports.guessed': '文件没有说明文字编码，已按 {encoding} 读取。请查看文字是否正确。',
  },
} as const;
