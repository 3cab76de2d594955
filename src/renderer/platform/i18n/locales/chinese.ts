import type { en } from './english.ts'
import base from './zh-CN.json' with { type: 'json' }
import backup from './zh-CN-backup.json' with { type: 'json' }
import history from './zh-CN-history.json' with { type: 'json' }
import images from './zh-CN-images.json' with { type: 'json' }
import kept from './zh-CN-kept.json' with { type: 'json' }
import mask from './zh-CN-mask.json' with { type: 'json' }
import transcription from './zh-CN-transcription.json' with { type: 'json' }
import transfer from './zh-CN-transfer.json' with { type: 'json' }
import videos from './zh-CN-videos.json' with { type: 'json' }

/** 页面上的全部中文。A key that is missing here does not compile; test/renderer/platform/i18n/locales.test.ts checks both ways. */
export const zhCN: typeof en = { ...base, backup, transfer, history, images, kept, mask, transcription, videos }
