import { imageKindIds } from '../image-kinds.ts'
import { videoMeanings } from '../video-words.ts'
import type { SettingField } from './setting-field.ts'

/** Settings of images, transcription and videos. */
export const mediaSettings = {
  /** Maximum number of image requests at the same time. */
  imagesAtOnce: {
    kind: 'number',
    min: 1,
    max: 8,
    initial: 2,
    page: 'images',
    label: 'settings.imagesAtOnce',
    hint: 'settings.imagesAtOnceHint',
  },
  /** Largest picture that is sent for an edit, in MiB. */
  imageSourceMegabytes: {
    kind: 'number',
    min: 1,
    max: 100,
    initial: 20,
    page: 'images',
    label: 'settings.imageSource',
    hint: 'settings.imageSourceHint',
  },
  /** Maximum number of recordings transcribed at the same time. */
  transcriptionsAtOnce: {
    kind: 'number',
    min: 1,
    max: 8,
    initial: 2,
    page: 'transcription',
    label: 'settings.transcriptionsAtOnce',
    hint: 'settings.transcriptionsAtOnceHint',
  },
  /** Size above which a recording is cut into pieces, in MiB. */
  pieceMegabytes: {
    kind: 'number',
    min: 1,
    max: 200,
    initial: 24,
    page: 'transcription',
    label: 'settings.piece',
    hint: 'settings.pieceHint',
  },
  /**
   * `copy` puts recordings into the library; `refer` reads them in place, which only files with a path on this computer
   * allow.
   */
  recordingFiles: {
    kind: 'choice',
    options: [
      { value: 'copy', words: 'settings.recordingsCopy' },
      { value: 'refer', words: 'settings.recordingsRefer' },
    ],
    initial: 'copy',
    page: 'transcription',
    label: 'settings.recordings',
    hint: 'settings.recordingsHint',
  },
  /** The user's own kinds of image models; they override `image-kinds.ts`. */
  imageKindOf: {
    kind: 'own-table',
    keyMax: 300,
    values: imageKindIds,
    initial: {},
    page: null,
    label: null,
    hint: null,
  },
  /** True if queues are paused, so that none starts a paid request. */
  queuesPaused: { kind: 'switch', initial: false, page: null, label: null, hint: null },
  /** Maximum number of videos at the gateway at the same time. */
  videosAtOnce: {
    kind: 'number',
    min: 1,
    max: 20,
    initial: 3,
    page: 'videos',
    label: 'settings.videosAtOnce',
    hint: 'settings.videosAtOnceHint',
  },
  /** Maximum number of status requests per minute, over all videos. */
  videoPollsPerMinute: {
    kind: 'number',
    min: 1,
    max: 120,
    initial: 30,
    page: 'videos',
    label: 'settings.videoPolls',
    hint: 'settings.videoPollsHint',
  },
  /** Price of a second of video in yuan, by model without its orientation, as the user entered it. */
  videoPriceOf: {
    kind: 'own-table',
    keyMax: 300,
    values: { min: 0, max: 100_000 },
    initial: {},
    page: 'videos',
    label: null,
    hint: null,
  },
  /** The user's own meanings of status words, by folded word; they override `video-words.ts`. */
  videoWordOf: {
    kind: 'own-table',
    keyMax: 100,
    values: videoMeanings,
    initial: {},
    page: 'videos',
    label: null,
    hint: null,
  },
  /** True if the system shows a notification when a video has ended. */
  videoNotifications: {
    kind: 'switch',
    initial: true,
    page: 'videos',
    label: 'settings.videoNotifications',
    hint: 'settings.videoNotificationsHint',
  },
} as const satisfies Readonly<Record<string, SettingField>>
