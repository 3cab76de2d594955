import { z } from 'zod'
import { connectionListSchema, connectionSchema, testReportSchema } from '../connection.ts'
import { namedMediaSchema, savedFileSchema } from '../image.ts'
import { mediaItemSchema } from '../media.ts'
import { menuCommands } from '../menu-command.ts'
import { catalogueSchema } from '../model.ts'
import { noticeSchema } from '../notice.ts'
import { settingsPatchSchema, settingsSchema } from '../settings.ts'
import { answerCalls, answerEvents } from './answer-calls.ts'
import { backupCalls, backupEvents } from './backup-calls.ts'
import { done, id, mediaId, newId, nothing } from './call-parts.ts'
import { chatCalls, chatEvents } from './chat-calls.ts'
import { historyCalls, historyEvents } from './history-calls.ts'
import { imageCalls, imageEvents } from './image-calls.ts'
import { transcriptionCalls, transcriptionEvents } from './transcription-calls.ts'
import { transferCalls, transferEvents } from './transfer-calls.ts'
import { videoCalls, videoEvents } from './video-calls.ts'

/**
 * Every call of the page: input and output. Types are inferred from these schemas. Main parses every input before a
 * handler sees it. The caller makes the ids of new things, so that a repeated call (double click, reconnect) is the
 * same call.
 */
export const calls = {
  /** What the page needs to know once, at its start. */
  'app.info': {
    input: nothing,
    output: z
      .object({
        version: z.string(),
        shell: z.enum(['electron', 'browser']),
        platform: z.enum(['mac', 'windows', 'linux']),
        /** Where media is served: an id appended to it is a URL the page may show. */
        mediaBase: z.string(),
        dataFolder: z.string(),
        notices: z.array(noticeSchema).readonly(),
        /** The operating system's preferred language (BCP 47), for `language: 'system'`. */
        locale: z.string(),
      })
      .readonly(),
  },
  /** Forgets a notice. */
  'app.dismissNotice': { input: z.strictObject({ code: z.string().max(100) }), output: done },
  /** Opens the data folder in the file manager. */
  'app.openDataFolder': { input: nothing, output: done },
  /** Puts a checked backup in the place of the database (which is set aside, never overwritten) and starts anew. */
  'app.restoreBackup': { input: z.strictObject({ name: z.string().max(200) }), output: done },

  /** Whether the page's system says that there is a network: what is polled rests without one, and goes on at once with it. */
  'app.network': { input: z.strictObject({ online: z.boolean() }), output: done },
  /**
   * Tells the person something through the operating system; the same `key` again takes the place of the first. `page`
   * means that the page must show it itself. A click brings the window to the front and emits `app.notified`.
   */
  'app.notify': {
    input: z.strictObject({ key: id, title: z.string().max(200), body: z.string().max(1000) }),
    output: z.object({ by: z.enum(['main', 'page']) }).readonly(),
  },
  /** How much is on its way, shown on the app's icon where the system can (Electron); 0 shows nothing. */
  'app.badge': { input: z.strictObject({ count: z.number().int().min(0).max(100_000) }), output: done },

  'settings.get': { input: nothing, output: settingsSchema },
  'settings.update': { input: settingsPatchSchema, output: settingsSchema },

  'connections.list': { input: nothing, output: connectionListSchema },
  /**
   * Adds or changes a connection. `key` also stores the key; no call returns it. Moving a connection to another host
   * without a new key forgets the old one, so that it cannot be sent to a stranger.
   */
  'connections.save': {
    input: z.strictObject({
      id: newId,
      name: z.string().trim().min(1).max(80),
      baseUrl: z.string().max(2000),
      allowInsecure: z.boolean(),
      key: z.string().trim().min(1).max(2000).optional(),
    }),
    output: connectionSchema,
  },
  'connections.clearKey': { input: z.strictObject({ id }), output: connectionSchema },
  'connections.remove': { input: z.strictObject({ id }), output: done },
  'connections.setDefault': { input: z.strictObject({ id }), output: done },
  /** Asks for the model list, saving nothing. Without `key`, the key kept for `id` is used, and only for its own host. */
  'connections.test': {
    input: z.strictObject({
      id: id.optional(),
      baseUrl: z.string().max(2000),
      allowInsecure: z.boolean(),
      key: z.string().trim().min(1).max(2000).optional(),
    }),
    output: testReportSchema,
  },
  /** Starts the built-in demo gateway and connects to it. */
  'connections.tryDemo': { input: nothing, output: connectionSchema },

  /** The catalogue as last seen; `refresh` asks the gateway first. */
  'models.list': { input: z.strictObject({ connectionId: id, refresh: z.boolean() }), output: catalogueSchema },
  ...chatCalls,
  ...answerCalls,

  /** Takes an imported file (a token of `bridge.importDropped`) into the library. */
  'media.addPicture': { input: z.strictObject({ token: z.string().max(200) }), output: mediaItemSchema },

  /** Fetches a picture that an answer links to into the library; only ever called because the person clicked. */
  'media.addRemotePicture': { input: z.strictObject({ url: z.string().max(8000) }), output: mediaItemSchema },

  /** Whether an item's file is there: one that is only referred to may be moved, removed or changed by anybody. */
  'media.present': { input: z.strictObject({ mediaId }), output: z.object({ present: z.boolean() }).readonly() },
  /** Hands a file of the library to the person, under a name. */
  'media.save': { input: namedMediaSchema, output: savedFileSchema },
  /** Hands many as one ZIP; names that occur twice are numbered. */
  'media.saveArchive': {
    input: z.strictObject({
      items: z.array(namedMediaSchema).min(1).max(20_000),
      name: z.string().trim().min(1).max(200),
    }),
    output: savedFileSchema,
  },
  /** Begins to drag a file out of the window (Electron, within the page's `dragstart`). */
  'media.startDrag': { input: namedMediaSchema, output: done },
  ...imageCalls,
  ...transcriptionCalls,

  ...videoCalls,
  ...historyCalls,
  ...backupCalls,
  ...transferCalls,

  /** The one door for links: parsed, `https:` or `http:`, no credentials. `page` means that the page must open it in a new tab itself. */
  'links.open': {
    input: z.strictObject({ url: z.string().max(8000) }),
    output: z.object({ by: z.enum(['main', 'page']), url: z.string() }).readonly(),
  },
} as const

/** Everything main tells the page without being asked. Events update what a call returned; they are never its only source. */
export const events = {
  /** The person clicked a notification of `app.notify`. */
  'app.notified': z.object({ key: z.string() }).readonly(),
  /** The person chose an item of the application menu (Electron). */
  'app.command': z.object({ command: z.enum(menuCommands) }).readonly(),
  'settings.changed': settingsSchema,
  'connections.changed': connectionListSchema,
  'models.changed': z.object({ connectionId: z.string(), catalogue: catalogueSchema }).readonly(),
  ...chatEvents,
  ...answerEvents,
  ...imageEvents,
  ...transcriptionEvents,
  ...videoEvents,
  ...historyEvents,
  ...backupEvents,
  ...transferEvents,
  'notices.changed': z.array(noticeSchema).readonly(),
} as const

export type CallName = keyof typeof calls
export type CallInput<N extends CallName> = z.infer<(typeof calls)[N]['input']>
export type CallOutput<N extends CallName> = z.infer<(typeof calls)[N]['output']>
export type EventName = keyof typeof events
export type EventPayload<N extends EventName> = z.infer<(typeof events)[N]>
