/**
 * Every error code of the app, as a closed set. The user-facing texts are in the locale files under `errors.<code>`; a
 * test checks that every language has every code.
 */
export const errorCodes = [
  // errors in calls between page and main
  'invalid_input',
  'unknown_call',
  'not_found',
  'busy',
  'cancelled',
  'internal',
  'newer_error',
  // steps of recipes
  'step_text_missing',
  'step_text_too_long',
  'step_file_lost',
  // the gateway refused the request (gateway-api.md, Errors)
  'bad_request',
  'invalid_key',
  'forbidden',
  'model_not_found',
  'endpoint_missing',
  'responses_missing',
  'too_large',
  'quota',
  'content_refused',
  'rate_limited',
  'server_error',
  'unavailable',
  'gateway_error',
  // the gateway's answer is not valid
  'not_a_gateway',
  'redirected',
  'empty_answer',
  'answer_too_large',
  'answer_not_read',
  'stream_error',
  'vectors_refused',
  // the answer did not arrive, or was cut short
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
  // Atelier closed while a refused request waited for its next attempt
  'closed_unsent',
  // tool calls of a model
  'tool_arguments',
  'tool_loop',
  'tool_rounds',
  // the budget was used up between two rounds of tools
  'budget_reached',
  // the model cannot insert text
  'suffix_refused',
  // the model or gateway does not accept a thinking effort
  'effort_refused',
  // semantic search
  'embeddings_off',
  'vectors_unavailable',
  // an MCP server did not return the requested result
  'server_failed',
  // searches of the web, and its pages
  'search_off',
  'search_key',
  'search_limit',
  'search_format',
  'search_unreadable',
  'search_unreachable',
  'search_failed',
  'search_lost',
  'page_unreachable',
  // connections and keys
  'no_connection',
  'no_key',
  'read_only_connection',
  'address_invalid',
  'address_scheme',
  'address_credentials',
  'address_insecure',
  'proxy_address',
  'proxy_unset',
  /** The keychain holds the proxy's password, but did not return it. */
  'proxy_locked',
  // this computer
  'storage_read_only',
  'storage_full',
  'storage_damaged',
  'already_running',
  'link_refused',
  'file_refused',
  'file_too_large',
  'folder_not_found',
  'folder_not_allowed',
  // pictures: results and uploads
  'image_failed',
  'image_queued',
  'link_expired',
  'link_forbidden',
  'not_a_picture',
  'fewer_results',
  'picture_cut',
  'result_too_large',
  'source_too_large',
  'mask_mismatch',
  // the model does not take several pictures in this form
  'several_refused',
  // the model does not take `background` or `output_format`
  'parameter_refused',
  'sources_too_large',
  // recordings
  'not_sound',
  'no_sound_track',
  'silent',
  'sound_damaged',
  'sound_not_read',
  'sound_not_cut',
  'source_moved',
  // videos: the first picture, the task and its file
  'first_picture_off',
  'first_picture_refused',
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
  // backup destinations
  'place_sign_in',
  'place_secret_missing',
  'place_passphrase_missing',
  'place_read_only',
  'place_full',
  'place_too_large',
  'place_clock',
  'place_no_bucket',
  'place_address_style',
  'place_region',
  'place_redirects',
  'place_link',
  'place_not_found',
  'place_no_rename',
  'place_not_understood',
  'place_busy',
  'place_unavailable',
  'place_lost',
  'place_changed',
  'place_empty',
  'place_list_cut',
  'place_list_late',
  // the data folder and its relocation
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
  // updates of Atelier
  'update_not_found',
  'update_not_understood',
  'update_unavailable',
  'update_elsewhere',
  'update_damaged',
  'update_unsigned',
  // imports
  'not_importable',
  'import_damaged',
  'import_not_read',
  'import_encrypted',
  'import_raw_copy',
  'import_unshown',
  // saving chats
  'no_printer',
  'print_failed',
  'picture_too_long',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** An error as a plain value; it can cross every boundary of the app. Its schema is `appErrorSchema`. */
export interface AppError {
  readonly code: ErrorCode
  /**
   * A technical sentence in English for the log and the "copy details" button; never holds a key, a prompt or an
   * answer.
   */
  readonly detail: string
  /** HTTP status; null when the gateway did not answer. */
  readonly status: number | null
  /** The gateway's own error code, such as `insufficient_quota`. */
  readonly gatewayCode: string | null
  /** The gateway's own message as plain text, at most 1,000 UTF-16 units; null when there is none. */
  readonly gatewayMessage: string | null
  /** The gateway's request id, to quote to its support. */
  readonly requestId: string | null
  /** The wait that the gateway asked for, in ms. */
  readonly retryAfterMs: number | null
}

/** Creates an AppError; everything but the code is optional. */
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

/** An AppError as an exception; the router converts it back into a value. */
export class AppFailure extends Error {
  readonly error: AppError

  constructor(error: AppError, options?: { cause?: unknown }) {
    super(error.detail, options)
    this.name = 'AppFailure'
    this.error = error
  }
}

/** Throws an AppFailure; usable inside expressions. */
export function fail(code: ErrorCode, detail?: string, more?: Partial<Omit<AppError, 'code' | 'detail'>>): never {
  throw new AppFailure(appError(code, detail, more))
}

/** Makes an unhandled member of a union a type error; throws when reached at run time. */
export function assertNever(value: never, what: string): never {
  throw new Error(`unhandled ${what}: ${JSON.stringify(value)}`)
}
