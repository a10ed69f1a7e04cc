/**
 * Files that the person adds, saves and deletes, charts in the conversation, export and import of to-dos, and why a
 * file could not be read (nothing is changed then, which is said beside it).
 */
export const files = {
  'files.add': 'Add files',
  'files.drop': 'Drop files here to add them',
  'files.added': 'Added “{name}”.',
  'files.added_many': 'Added {n} files.',
  'files.show': 'Show',
  'files.too_large': '“{name}” is larger than 5 MB, so it was not added. Split it or make it smaller.',
  'files.unreadable': '“{name}” could not be read, so it was not added. If it is a folder, add the files in it.',
  'files.pdf.no_text':
    '“{name}” is kept, but its pages are pictures without text: a model that takes images can look at them.',
  'files.pdf.protected': '“{name}” is kept, but a password protects it, so Cairn cannot read it.',
  'files.pdf.broken': '“{name}” is kept, but it is damaged, so Cairn cannot read it.',
  'files.pdf.timeout': '“{name}” is kept, but it took too long to read, so Cairn cannot read it.',
  'files.pdf.unavailable': '“{name}” is kept, but what reads PDFs could not be loaded. Add it again later.',
  'files.download_all': 'Download all as zip',
  'files.options': 'Options for {name}',
  'files.rename': 'Rename',
  'files.new_name': 'New name of {name}',
  'files.renamed': '“{name}” is now “{to}”.',
  'files.delete': 'Delete',
  'files.deleted': 'Deleted “{name}”.',
  'files.save_svg': 'Save as SVG',
  'files.save_png': 'Save as PNG',
  'files.no_png': '“{name}” could not be drawn as PNG.',
  'files.picture': 'Picture {name}',
  'files.chart_open': 'Open the chart {name}',
  'files.enlarge': 'Enlarge',
  'files.rows_shown': 'Rows {first} to {last} of {n}',
  'files.rows_previous': 'Previous rows',
  'files.rows_next': 'Next rows',
  'files.json': 'Content of {name} as a tree',
  'files.json_list': '{n} {n|item|items}',
  'files.json_object': '{n} {n|field|fields}',
  'files.json_more': 'Show {n} more',
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
  'imports.timeout':
    'Reading {file} took too long and was ended. Export it again where it comes from, or split it into smaller files.',
  'imports.crashed': 'Reading {file} needed more than this browser has, and was ended. Split it into smaller files.',
  'imports.unavailable':
    'The part of Cairn that reads files could not be loaded. Reload the page, then choose {file} again.',
  'imports.unreadable': 'The browser could not open {file}. See whether it is still there, and choose it again.',
  'imports.guessed':
    'The file does not say how its letters are encoded; it was read as {encoding}. See whether they are right.',
} as const;
