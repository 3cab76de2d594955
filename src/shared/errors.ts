import { z } from 'zod'

/**
 * Every way in which something can go wrong, as a closed set. The words a person reads live in the locale files under
 * `errors.<code>`; a test checks that every code has them in every language.
 */
export const errorCodes = [
  // the page and main do not understand each other
  'invalid_input',
  'unknown_call',
  'not_found',
  'busy',
  'cancelled',
  'internal',
  'newer_error',
  // the gateway answered, and the answer is no (gateway-api.md, Errors)
  'bad_request',
  'invalid_key',
  'forbidden',
  'model_not_found',
  'too_large',
  'quota',
  'rate_limited',
  'server_error',
  'unavailable',
  'gateway_error',
  // the gateway answered, and the answer makes no sense
  'not_a_gateway',
  'redirected',
  'empty_answer',
  'answer_too_large',
  'answer_not_read',
  'stream_error',
  // the answer did not come, or stopped coming
  'address_not_found',
  'refused',
  'tls',
  'proxy',
  'offline',
  'timeout',
  'connection_lost',
  'stalled',
  'cut_short',
  'app_closed',
  // Atelier ended while a request that was refused for now waited for its next attempt
  'closed_unsent',
  // connections and keys
  'no_connection',
  'no_key',
  'read_only_connection',
  'address_invalid',
  'address_scheme',
  'address_credentials',
  'address_insecure',
  // this computer
  'storage_read_only',
  'storage_full',
  'storage_damaged',
  'already_running',
  'link_refused',
  'file_refused',
  'file_too_large',
  // pictures: what came back, and what is to be sent
  'image_failed',
  'link_expired',
  'not_a_picture',
  'fewer_results',
  'result_too_large',
  'source_too_large',
  'mask_mismatch',
  // recordings
  'not_sound',
  'no_sound_track',
  'silent',
  'sound_damaged',
  'sound_not_read',
  'sound_not_cut',
  'source_moved',
  // videos: what became of the task, and of its file
  'video_failed',
  'task_cancelled',
  'task_expired',
  'no_video_link',
  'not_a_video',
  'video_not_read',
  // backups
  'wrong_passphrase',
  'backup_damaged',
  'backup_newer',
  'not_a_backup',
  // the data folder, and where it is moved to
  'data_folder_missing',
  'location_unreadable',
  'folder_not_lockable',
  'move_not_offered',
  'target_not_absolute',
  'target_no_parent',
  'target_not_empty',
  'target_inside',
  'target_read_only',
  'target_no_locking',
  'target_full',
  'target_lost',
  'source_unreadable',
  'copy_not_whole',
  // what is taken in from elsewhere
  'not_importable',
  'import_damaged',
  'import_not_read',
  'import_encrypted',
  'import_raw_copy',
  'import_unshown',
] as const

export const errorCodeSchema = z.enum(errorCodes)

export type ErrorCode = z.infer<typeof errorCodeSchema>

export const appErrorSchema = z
  .object({
    code: errorCodeSchema,
    /** One technical sentence in English for the log and the "copy details" button; never holds a key, a prompt or an answer. */
    detail: z.string(),
    /** HTTP status, when the gateway answered. */
    status: z.number().int().nullable(),
    /** The gateway's own word for it, e.g. `insufficient_quota`. */
    gatewayCode: z.string().nullable(),
    /** The gateway's own sentence, as plain text of at most 1,000 UTF-16 units; null where it gave none. */
    gatewayMessage: z.string().nullable().default(null),
    /** The gateway's id of the request, to quote to its support. */
    requestId: z.string().nullable(),
    /** How long the gateway asked us to wait, in ms. */
    retryAfterMs: z.number().nullable(),
  })
  .readonly()

/** An error as a value: what crosses every boundary of the app. */
export type AppError = z.infer<typeof appErrorSchema>

/** Makes an AppError; everything but the code may be left out. */
export function appError(
  code: ErrorCode,
  detail: string = code,
  more: Partial<Omit<AppError, 'code' | 'detail'>> = {},
): AppError {
  return {
    code,
    detail,
    status: more.status ?? null,
    gatewayCode: more.gatewayCode ?? null,
    gatewayMessage: more.gatewayMessage ?? null,
    requestId: more.requestId ?? null,
    retryAfterMs: more.retryAfterMs ?? null,
  }
}

/** Carries an AppError through code that throws; the router turns it back into a value. */
export class AppFailure extends Error {
  readonly error: AppError

  constructor(error: AppError, options?: { cause?: unknown }) {
    super(error.detail, options)
    this.name = 'AppFailure'
    this.error = error
  }
}

/** Throws an AppFailure; for use in expressions. */
export function fail(code: ErrorCode, detail?: string, more?: Partial<Omit<AppError, 'code' | 'detail'>>): never {
  throw new AppFailure(appError(code, detail, more))
}

/** Compiled exhaustiveness: a new member of a union that is not handled does not type-check. */
export function assertNever(value: never, what: string): never {
  throw new Error(`unhandled ${what}: ${JSON.stringify(value)}`)
}
