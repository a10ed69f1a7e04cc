/** Images and speech in the message field, and images in messages. */
export const images = {
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
