/**
 * Messages about the files that the person adds, saves and deletes, the charts in the conversation, the export and
 * import of to-dos, and the reasons why a file could not be read. Those reasons do not say that nothing was changed:
 * another message does.
 */
export const files = {
  'files.add': 'Add files',
  'files.drop': 'Drop files here to add them',
  'files.added': 'Added “{name}”.',
  'files.added_many': 'Added {n} files: {names}.',
  'files.many.refused':
    '{n} files were not added, since they are larger than 5 MB, cannot be read, or the browser’s storage refused them: {names}.',
  'files.many.unreadable': '{n} files are kept, but Cairn cannot read them: {names}. Open one in Files to see why.',
  'files.many.second': 'There were files of these names already, so the new ones are called {names}.',
  'files.many.guessed': '{n} files do not say how their letters are encoded: {names}. See whether they are right.',
  'files.added_empty': '“{name}” is kept, but it is empty.',
  'files.not_stored': '“{name}” was not added: the browser’s storage refused it. Free some space, then try again.',
  'files.show': 'Show',
  'files.too_large': '“{name}” is larger than 5 MB, so it was not added. Split it or make it smaller.',
  'files.unreadable': '“{name}” could not be read, so it was not added. If it is a folder, add the files in it.',
  'files.lost':
    '{n} {n|letter|letters} of “{name}” could not be read. Choose the encoding in which the file was written.',
  'files.not_in': 'Not all of “{name}” is text in this encoding. It stays as it was.',
  'files.changed_since': '“{name}” has been changed since it was added. It stays as it is.',
  'files.second': 'There was a file “{name}” already; the one added now is called “{to}”.',
  'files.hidden_sheets': '“{name}” has {n} hidden {n|sheet|sheets}, which {n|was|were} read with the others: {names}.',
  'files.guessed':
    '“{name}” does not say how its letters are encoded; it was read as {encoding}. See whether they are right.',
  'files.no_reader.word':
    '“{name}” is kept, but Cairn cannot read Word files of this kind. Save it as .docx, and add that.',
  'files.no_reader.excel':
    '“{name}” is kept, but Cairn cannot read Excel files of this kind. Save it as .xlsx, and add that.',
  'files.no_reader.powerpoint':
    '“{name}” is kept, but Cairn cannot read PowerPoint files. Save it as PDF or text, and add that.',
  'files.no_reader.document':
    '“{name}” is kept, but Cairn cannot read files of this kind. Save a text as .docx, a table as .xlsx or slides as PDF, and add that.',
  'files.no_reader.archive': '“{name}” is kept, but Cairn cannot read archives. Unpack it, and add the files in it.',
  'files.no_reader.other': '“{name}” is kept, but Cairn cannot read files of this kind.',
  'files.unread.no_text':
    '“{name}” is kept, but its pages are pictures without text: a model that takes images can look at them.',
  'files.unread.unread':
    '“{name}” is kept, but the letters of its text are encoded in a way that Cairn cannot read. Models that take images can look at its pages.',
  'files.unread.protected_pdf':
    '“{name}” is kept, but a password protects it, so Cairn cannot read it. Open it, print it as PDF without the password, and add that.',
  'files.unread.protected':
    '“{name}” is kept, but a password protects it, so Cairn cannot read it. Open it, save a copy without the password, and add that.',
  'files.unread.old':
    '“{name}” is kept, but in truth it is a file from before Office 2007, which Cairn cannot read. Open it, save it as .docx or .xlsx, and add that.',
  'files.unread.empty': '“{name}” is kept, but there is no text in it.',
  'files.unread.broken': '“{name}” is kept, but it is damaged, so Cairn cannot read it.',
  'files.unread.too_large':
    '“{name}” is kept, but unpacked it is too large for Cairn to read. Save the part that you need as a file of its own, and add that.',
  'files.unread.timeout': '“{name}” is kept, but it took too long to read, so Cairn cannot read it.',
  'files.unread.unavailable': '“{name}” is kept, but what reads such files could not be loaded. Add it again later.',
  'files.download_all': 'Download all as zip',
  'files.options': 'Options for {name}',
  'files.rename': 'Rename',
  'files.new_name': 'New name of {name}',
  'files.renamed': '“{name}” is now “{to}”.',
  'files.renamed_only':
    '“{name}” is now “{to}”. Only its name has changed: programs for this kind of file will not open it. Named .docx or .xlsx, a text becomes a real Word or Excel file.',
  'files.as_docx': 'Download as Word',
  'files.as_xlsx': 'Download as Excel',
  'files.not_packed': '“{name}” could not be made.',
  'files.cells_cut':
    '{n} {n|cell|cells} of “{name}” {n|was|were} cut or left out: Excel takes 32,767 characters in a cell, and 16,384 columns.',
  'files.delete': 'Delete',
  'files.cannot_read': 'Cairn cannot read it',
  'files.formulas':
    'With text from outside: when it is downloaded, cells that begin like a formula get an apostrophe before them.',
  'files.deleted': 'Deleted “{name}”.',
  'files.save_svg': 'Save as SVG',
  'files.save_png': 'Save as PNG',
  'files.no_png': '“{name}” could not be drawn as PNG.',
  'files.picture': 'Picture {name}',
  'files.chart_replaced': '{name} holds a later chart now, shown further down, in place of the one that was here.',
  'files.chart_open': 'Open the chart {name}',
  'files.words': '{n} {n|word|words}',
  'files.characters': '{n} {n|character|characters}',
  'files.print': 'Print',
  'files.enlarge': 'Enlarge',
  'files.sheets': 'Sheets',
  'files.hidden_sheet': '{name} (hidden)',
  'files.above_table': '{n} {n|line|lines} above the table',
  'files.column': 'Column {n}',
  'files.rows_shown': 'Rows {first} to {last} of {n}',
  'files.rows_previous': 'Previous rows',
  'files.rows_next': 'Next rows',
  'files.json': 'Content of {name} as a tree',
  'files.json_list': '{n} {n|item|items}',
  'files.json_object': '{n} {n|field|fields}',
  'files.json_more': 'Show {n} more',
  'todo_files.options': 'To-do files',
  'todo_files.import': 'Add from a file…',
  'todo_files.file': 'To-do file: Markdown, todo.txt, or a table as .csv or .tsv',
  'todo_files.formats': 'A file can be Markdown, todo.txt, or a table as .csv or .tsv with a column “title”.',
  'todo_files.export_markdown': 'Save as Markdown',
  'todo_files.export_todo_txt': 'Save as todo.txt',
  'todo_files.heading': 'To-dos',
  'todo_files.remove_done': 'Remove done to-dos',
  'todo_files.done_removed': '{n} done {n|to-do|to-dos} removed.',
  'todo_files.imported': '{n} {n|to-do|to-dos} added from {file}.',
  'todo_files.left': '{n} {n|line|lines} of it {n|is|are} no to-do and {n|was|were} left out: {lines}.',
  'todo_files.left_more': 'The same holds for {n} more {n|line|lines}.',
  'todo_files.line': 'line {line} (“{text}”)',
  'todo_files.known': '{n} {n|was|were} in your list already and {n|was|were} left out.',
  'todo_files.untitled': '{n} {n|row has|rows have} no title and {n|was|were} left out.',
  'todo_files.sections': 'Sections are no to-dos and were left out: {names}.',
  'todo_files.cancelled': '{n} {n|row is|rows are} cancelled and {n|was|were} left out.',
  'todo_files.unread': 'Not understood, so left out: {cells}.',
  'todo_files.unread_more': 'The same holds for {n} more {n|cell|cells}.',
  'todo_files.cell': 'row {row}, “{column}”: “{text}”',
  'todo_files.cell_without_column': 'row {row}, beyond the last column: {text}',
  'todo_files.cell_between': '; ',
  'todo_files.columns': 'A to-do has no place for: {columns}.',
  'todo_files.column_between': ', ',
  'todo_files.nothing': 'There are no to-dos to save.',
  'todo_files.fault_none':
    'No to-dos were found in {file}. Write them as “- [ ] Buy milk”, one a line in a todo.txt, or one a row in a table.',
  'todo_files.fault_encoding':
    'Line {line} of {file}: the bytes here are no letters of any encoding that is known. Save the file as UTF-8 and choose it again.',
  'todo_files.fault_unlike':
    '{file} is not a text file. To-dos come from Markdown (.md), todo.txt or a table (.csv, .tsv); a spreadsheet can be saved as CSV.',
  'todo_files.fault_no_title':
    'No column of {file} is called “title”, “task”, “to-do” or “name” in its first row, so it is not clear which holds the to-dos. Name it so; “due”, “done”, “priority”, “tags” and “notes” are read beside it.',
  'todo_files.fault_too_many': '{file} holds more than 5,000 to-dos. Split it into smaller files.',
  'todo_files.fault_too_large': '{file} is larger than 5 MB. Split it into smaller files.',
  'imports.timeout':
    'Reading {file} took too long and was ended. Export it again where it comes from, or split it into smaller files.',
  'imports.crashed': 'Reading {file} needed more than this browser has, and was ended. Split it into smaller files.',
  'imports.unavailable':
    'The part of Cairn that reads files could not be loaded. Reload the page, then choose {file} again.',
  'imports.due': 'Due {date}',
  'imports.labels': 'Labels: {labels}',
  'imports.unreadable': 'The browser could not open {file}. See whether it is still there, and choose it again.',
  'encoding.label': 'Encoding of the text',
  'encoding.none': 'Choose an encoding',
  'encoding.utf_8': 'Unicode (UTF-8)',
  'encoding.windows_1252': 'Western European (Windows-1252)',
  'encoding.windows_1250': 'Central European (Windows-1250)',
  'encoding.windows_1251': 'Cyrillic (Windows-1251)',
  'encoding.koi8_r': 'Cyrillic (KOI8-R)',
  'encoding.ibm866': 'Cyrillic (DOS, 866)',
  'encoding.iso_8859_2': 'Central European (ISO-8859-2)',
  'encoding.windows_1253': 'Greek (Windows-1253)',
  'encoding.windows_1254': 'Turkish (Windows-1254)',
  'encoding.windows_1255': 'Hebrew (Windows-1255)',
  'encoding.windows_1256': 'Arabic (Windows-1256)',
  'encoding.gb18030': 'Chinese, simplified (GB18030)',
  'encoding.big5': 'Chinese, traditional (Big5)',
  'encoding.shift_jis': 'Japanese (Shift JIS)',
  'encoding.euc_jp': 'Japanese (EUC-JP)',
  'encoding.euc_kr': 'Korean (EUC-KR)',
  'encoding.utf_16le': 'Unicode (UTF-16)',
  'imports.guessed':
    'The file does not say how its letters are encoded; it was read as {encoding}. See whether they are right.',
  'images.add': 'Add images or files',
  'images.photo': 'Take a photo',
  'images.menu': 'Add an image or a file',
  'images.list': 'Images to send',
  'images.preparing': '{name} is being prepared',
  'images.remove': 'Remove {name}',
  'images.open': 'Open the image {name}',
  'images.gone': 'The image is no longer here.',
  'images.cost': '{n} {n|image|images}, about {tokens} tokens with each request that shows {n|it|them}.',
  'images.price': 'That is about {cost} each time.',
  'images.unseen': 'The model “{model}” takes no images: it will read only your text.',
  'images.unseen_here': 'This model takes no images: it will read only your text.',
  'images.try_again': 'Send them anyway',
  'images.only': 'Look at {n|this image|these images}.',
  'images.with': '(with {names})',
  'images.too_many':
    'A message can have {most} images at most, so {left} {left|was|were} not added. Send {left|it|them} with the next message.',
  'images.fault.no_image':
    '“{name}” is not an image that Cairn knows, whatever its name says, so it was not added. Save it as JPEG or PNG.',
  'images.fault.svg':
    '“{name}” is an SVG drawing, which can hold programs, so it was not added. Save it as PNG, or add it under Files.',
  'images.fault.cut': '“{name}” is cut off, its end is missing, so it was not added. Copy it again from where it came.',
  'images.fault.broken': '“{name}” is damaged, so it was not added. Open it in an image program and save it again.',
  'images.fault.too_large':
    '“{name}” is too large (more than 50 MB or 120 megapixels), so it was not added. Make it smaller.',
  'images.fault.unsupported':
    '“{name}” is of type {type}, which this browser cannot open, so it was not added. Save it as JPEG.',
  'images.fault.timeout': '“{name}” took too long to open, so it was not added. Make it smaller.',
  'images.fault.unavailable': '“{name}” was not added, since what opens images could not be loaded. Try again later.',
  'speech.start': 'Speak',
  'speech.stop': 'Stop listening',
  'speech.listening': 'Listening…',
  'speech.fault.not_allowed':
    'The browser does not allow the microphone here. Allow it in the browser’s site settings.',
  'speech.fault.audio_capture': 'No microphone was found. Connect one and try again.',
  'speech.fault.network': 'Speech recognition needs a network that it cannot reach. Type the text, or try again later.',
  'speech.fault.no_speech': 'Nothing was heard. Press the button and speak again.',
  'speech.fault.language_not_supported': 'The browser’s speech recognition does not know this language. Type the text.',
  'speech.fault.other': 'Speech recognition stopped: {reason}. Try again, or type the text.',
  'notice.no_images':
    'This model takes no images, so Cairn sent the text without them. It remembers that for this connection; choose a model that takes images in the settings to have them seen.',
  'notice.cut_in_silence':
    'The model’s server reads only about {tokens} tokens of each request and drops the rest without a word, so Cairn keeps its requests shorter from now on. Let the server take more where you can (Ollama: OLLAMA_CONTEXT_LENGTH or num_ctx).',
  'notice.thinking_off':
    'The server takes tools only where the model does not think, so it goes on without thinking; another API in the connection’s settings may bring it back.',
  'notice.tools_unfit':
    'The model’s endpoint does not accept how these tools of MCP servers describe what they take, so they are left out for now: {names}. All other tools work as before.',
  'notice.images_refused':
    'The model refused the images (too many, or too large), so Cairn sent the text without them. Send fewer at a time to have them seen.',
} as const;
