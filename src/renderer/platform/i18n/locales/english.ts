import base from './en.json' with { type: 'json' }
import backup from './en-backup.json' with { type: 'json' }
import history from './en-history.json' with { type: 'json' }
import images from './en-images.json' with { type: 'json' }
import kept from './en-kept.json' with { type: 'json' }
import mask from './en-mask.json' with { type: 'json' }
import transcription from './en-transcription.json' with { type: 'json' }
import transfer from './en-transfer.json' with { type: 'json' }
import videos from './en-videos.json' with { type: 'json' }

/** All English texts of the page, one file per panel. */
export const en = { ...base, backup, transfer, history, images, kept, mask, transcription, videos }
