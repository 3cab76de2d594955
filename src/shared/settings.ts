import { z } from 'zod'
import { imageKindIds } from './image-kinds.ts'
import { videoMeanings } from './video-words.ts'

export const languages = ['system', 'en', 'zh-CN'] as const
export const themes = ['system', 'light', 'dark'] as const
export const backupRhythms = ['off', 'day', 'week'] as const
export const recordingPlaces = ['copy', 'refer'] as const

/** The most entries of one of the person's own tables. */
export const ownEntriesMax = 2_000

function table<T extends z.ZodType>(keyMax: number, value: T) {
  return z
    .record(z.string().max(keyMax), value)
    .refine((entries) => Object.keys(entries).length <= ownEntriesMax, `more than ${ownEntriesMax} entries`)
}

/** Everything a person can set that is not a connection; unknown or broken values fall back one by one, never all at once. */
export const settingsSchema = z
  .object({
    language: z.enum(languages).catch('system'),
    theme: z.enum(themes).catch('system'),
    /** Which key sends a message; the other one breaks the line. */
    sendWith: z.enum(['enter', 'mod-enter']).catch('enter'),
    /** Silence after which a stream counts as stalled, in seconds. */
    stallSeconds: z.number().int().min(5).max(600).catch(60),
    /** Whether answers are streamed (`stream: true`) or come in one piece. */
    stream: z.boolean().catch(true),
    /** Size of the text people read, relative to the interface. */
    textSize: z.enum(['small', 'normal', 'large']).catch('normal'),
    /** Whether the system checks spelling as you type (Electron, where the system has a checker). */
    spellCheck: z.boolean().catch(true),
    /** How many image requests are out at the same time at most. */
    imagesAtOnce: z.number().int().min(1).max(8).catch(2),
    /** The largest picture that is sent to be edited, in MiB of PNG. */
    imageSourceMegabytes: z.number().int().min(1).max(100).catch(20),
    /** How many recordings are transcribed at the same time at most. */
    transcriptionsAtOnce: z.number().int().min(1).max(8).catch(2),
    /** A recording over this is cut into pieces, in MiB. */
    pieceMegabytes: z.number().int().min(1).max(200).catch(24),
    /** Whether recordings are copied into the library, or read from where they are: only files that have a place on this computer can be. */
    recordingFiles: z.enum(recordingPlaces).catch('copy'),
    /** Which kind of image model a model is, where the person knows better than `image-kinds.ts`. */
    imageKindOf: table(300, z.enum(imageKindIds)).catch({}),
    /** How many videos are with the gateway at the same time at most. */
    videosAtOnce: z.number().int().min(1).max(20).catch(3),
    /** How often the gateway is asked for videos at most, over all of them, in a minute. */
    videoPollsPerMinute: z.number().int().min(1).max(120).catch(30),
    /** What a second of video costs, in yuan, by model without its orientation: as the person entered it. */
    videoPriceOf: table(300, z.number().min(0).max(100_000)).catch({}),
    /** What status words mean, where the person knows better than `video-words.ts`; by folded word. */
    videoWordOf: table(100, z.enum(videoMeanings)).catch({}),
    /** Whether the system notifies when a video has ended. */
    videoNotifications: z.boolean().catch(true),
    /** How often a backup is made by itself. */
    backupEvery: z.enum(backupRhythms).catch('day'),
    /** How many of the backups that were made by themselves are kept. */
    backupKeep: z.number().int().min(1).max(60).catch(7),
    /** How much they may take together, in GB (10^9 bytes); the newest is kept whatever it takes. */
    backupGigabytes: z.number().int().min(1).max(10_000).catch(50),
  })
  .readonly()
export type Settings = z.infer<typeof settingsSchema>

/** What a new installation starts with. */
export const defaultSettings: Settings = settingsSchema.parse({
  language: 'system',
  theme: 'system',
  sendWith: 'enter',
  stallSeconds: 60,
  stream: true,
  textSize: 'normal',
  spellCheck: true,
  imagesAtOnce: 2,
  imageSourceMegabytes: 20,
  transcriptionsAtOnce: 2,
  pieceMegabytes: 24,
  recordingFiles: 'copy',
  imageKindOf: {},
  videosAtOnce: 3,
  videoPollsPerMinute: 30,
  videoPriceOf: {},
  videoWordOf: {},
  videoNotifications: true,
  backupEvery: 'day',
  backupKeep: 7,
  backupGigabytes: 50,
})

/** A change to some settings; strict, because it comes from the page. */
export const settingsPatchSchema = z
  .strictObject({
    language: z.enum(languages),
    theme: z.enum(themes),
    sendWith: z.enum(['enter', 'mod-enter']),
    stallSeconds: z.number().int().min(5).max(600),
    stream: z.boolean(),
    textSize: z.enum(['small', 'normal', 'large']),
    spellCheck: z.boolean(),
    imagesAtOnce: z.number().int().min(1).max(8),
    imageSourceMegabytes: z.number().int().min(1).max(100),
    transcriptionsAtOnce: z.number().int().min(1).max(8),
    pieceMegabytes: z.number().int().min(1).max(200),
    recordingFiles: z.enum(recordingPlaces),
    imageKindOf: table(300, z.enum(imageKindIds)),
    videosAtOnce: z.number().int().min(1).max(20),
    videoPollsPerMinute: z.number().int().min(1).max(120),
    videoPriceOf: table(300, z.number().min(0).max(100_000)),
    videoWordOf: table(100, z.enum(videoMeanings)),
    videoNotifications: z.boolean(),
    backupEvery: z.enum(backupRhythms),
    backupKeep: z.number().int().min(1).max(60),
    backupGigabytes: z.number().int().min(1).max(10_000),
  })
  .partial()
export type SettingsPatch = z.infer<typeof settingsPatchSchema>
