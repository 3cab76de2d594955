import type { VideoJob } from '../../../../shared/video.ts'
import { mediaUrl } from '../../../components/pictures/hand-out.ts'
import { call, importFile } from '../../../platform/bridge/client.ts'
import { jobTable } from '../job-table.ts'
import { posterOf } from './frame.ts'
import { wantsPoster } from './poster-decisions.ts'

const wanted: string[] = []
/** Videos without a readable frame; they are not tried again before the page reloads. */
const failed = new Set<string>()
let working = false

/** Requests a poster for a job without one; posters are made in idle time, one at a time. */
export function wantPoster(job: VideoJob): void {
  if (!wantsPoster(job, failed) || wanted.includes(job.id)) return
  // the newest request first, because it is visible
  wanted.unshift(job.id)
  if (!working) void work()
}

async function work(): Promise<void> {
  working = true
  for (;;) {
    await quietMoment()
    const jobId = wanted.shift()
    if (jobId === undefined) break
    const job = jobTable.get(jobId)
    if (job !== undefined && wantsPoster(job, failed)) await make(job)
  }
  working = false
}

/** Resolves when the window is visible and idle; a hidden page decodes slowly or not at all. */
async function quietMoment(): Promise<void> {
  if (document.hidden) {
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }))
  }
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 }))
}

async function make(job: VideoJob): Promise<void> {
  const { file } = job
  if (file === null) return
  try {
    const frame = await posterOf(mediaUrl(file.media.id))
    const imported = await importFile(new File([frame], 'poster.webp', { type: frame.type }))
    const answer = imported.ok
      ? await call('videos.setPoster', { jobId: job.id, token: imported.value.token })
      : imported
    if (answer.ok) jobTable.applyJobEvent(answer.value)
    else failed.add(file.media.id)
  } catch {
    failed.add(file.media.id)
  }
}
