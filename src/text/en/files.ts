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
  'images.add': 'Add images',
  'images.photo': 'Take a photo',
  'images.menu': 'Add an image',
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
  'notice.images_refused':
    'The model refused the images (too many, or too large), so Cairn sent the text without them. Send fewer at a time to have them seen.',
} as const;
