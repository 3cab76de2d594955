import base from './en.json' with { type: 'json' }
import backup from './en-backup.json' with { type: 'json' }
import history from './en-history.json' with { type: 'json' }
import images from './en-images.json' with { type: 'json' }
import kept from './en-kept.json' with { type: 'json' }
import mask from './en-mask.json' with { type: 'json' }
import transcription from './en-transcription.json' with { type: 'json' }
import transfer from './en-transfer.json' with { type: 'json' }
import videos from './en-videos.json' with { type: 'json' }

/** Every English word of the page: one file a panel, so that each can be read in one go. */
export const en = { ...base, backup, transfer, history, images, kept, mask, transcription, videos }
