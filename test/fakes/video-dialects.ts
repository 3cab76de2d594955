/** State of a video at a gateway; `odd` has a status that nobody knows. */
export type VideoState = 'pending' | 'processing' | 'completed' | 'failed' | 'odd'

/** A status that nobody knows. */
const odd = 'MOONLIGHTING'

/** How a kind of gateway answers a submission and a poll. */
export interface VideoDialect {
  readonly name: string
  readonly submitted: (id: string) => object
  /** `link` is null where the gateway names none. `reason` is why a video failed. */
  readonly polled: (
    id: string,
    state: VideoState,
    about: { readonly link: string | null; readonly reason: string },
  ) => object
}

const only = (condition: boolean, fields: object): object => (condition ? fields : {})

/** Answers of eight kinds of gateways, as docs/field.md lists them with their sources. */
export const videoDialects: readonly VideoDialect[] = [
  {
    name: 'the contract',
    submitted: (id) => ({ id, status: 'pending' }),
    polled: (id, status, { link, reason }) => ({
      id,
      status,
      ...only(status === 'completed' && link !== null, { video_url: link }),
      ...only(status === 'failed', { error: { message: reason } }),
    }),
  },
  {
    name: 'a result in data',
    submitted: (id) => ({ code: 'success', message: '', data: { task_id: id } }),
    polled: (id, state, { link, reason }) => ({
      code: 'success',
      message: '',
      data: {
        task_id: id,
        status: { pending: 'SUBMITTED', processing: 'IN_PROGRESS', completed: 'SUCCESS', failed: 'FAILURE', odd }[
          state
        ],
        fail_reason: state === 'failed' ? reason : '',
        ...only(state === 'completed' && link !== null, { result_url: link }),
      },
    }),
  },
  {
    name: 'a link where reasons stand',
    submitted: (id) => ({ id, task_id: id, status: 'queued' }),
    polled: (id, state, { link, reason }) => ({
      id,
      status: { pending: 'NOT_START', processing: 'IN_PROGRESS', completed: 'SUCCESS', failed: 'FAILURE', odd }[state],
      progress: state === 'completed' ? '100%' : '30%',
      fail_reason: state === 'failed' ? reason : state === 'completed' ? (link ?? '') : '',
    }),
  },
  {
    name: 'a list of results',
    submitted: (id) => ({ code: 0, message: 'SUCCEED', data: { task_id: id, task_status: 'submitted' } }),
    polled: (id, state, { link, reason }) => ({
      code: 0,
      message: 'SUCCEED',
      data: {
        task_id: id,
        task_status: { pending: 'submitted', processing: 'processing', completed: 'succeed', failed: 'failed', odd }[
          state
        ],
        task_status_msg: state === 'failed' ? reason : '',
        ...only(state === 'completed' && link !== null, { task_result: { videos: [{ id: 'one', url: link }] } }),
      },
    }),
  },
  {
    name: 'an output',
    submitted: (id) => ({ request_id: 'r', output: { task_id: id, task_status: 'PENDING' } }),
    polled: (id, state, { link, reason }) => ({
      request_id: 'r',
      output: {
        task_id: id,
        task_status: { pending: 'PENDING', processing: 'RUNNING', completed: 'SUCCEEDED', failed: 'FAILED', odd }[
          state
        ],
        ...only(state === 'completed' && link !== null, { video_url: link }),
        ...only(state === 'failed', { code: 'InvalidParameter', message: reason }),
      },
    }),
  },
  {
    name: 'a link in the content',
    submitted: (id) => ({ id }),
    polled: (id, state, { link, reason }) => ({
      id,
      model: 'film-1',
      status: { pending: 'queued', processing: 'running', completed: 'succeeded', failed: 'failed', odd }[state],
      ...only(state === 'completed' && link !== null, { content: { video_url: link } }),
      ...only(state === 'failed', { error: { code: 'refused', message: reason } }),
    }),
  },
  {
    name: 'an output alone',
    submitted: (id) => ({ id, status: 'starting' }),
    polled: (id, state, { link, reason }) => ({
      id,
      status: { pending: 'starting', processing: 'processing', completed: 'succeeded', failed: 'failed', odd }[state],
      output: state === 'completed' && link !== null ? [link] : null,
      error: state === 'failed' ? reason : null,
    }),
  },
  {
    name: 'a path of the gateway',
    submitted: (id) => ({ id, object: 'video', status: 'queued', progress: 0 }),
    polled: (id, state, { link, reason }) => ({
      id,
      object: 'video',
      status: { pending: 'queued', processing: 'in_progress', completed: 'completed', failed: 'failed', odd }[state],
      ...only(state === 'completed' && link !== null, { metadata: { url: `/v1/videos/${id}/content` } }),
      ...only(state === 'failed', { error: { code: 'refused', message: reason } }),
    }),
  },
]
