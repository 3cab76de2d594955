import { randomUUID } from 'node:crypto'
import type { FaultSet } from '../faults/fault-syntax.ts'
import type { LinkTrouble } from '../file-shelf.ts'

export interface VideoTask {
  readonly id: string
  readonly model: string
  readonly prompt: string
  readonly orientation: 'portrait' | 'landscape'
  /** Seconds: 5, 10, 15 or 20. */
  readonly duration: number
  /** Time of submission in ms. */
  readonly createdAt: number
  /** The faults of the submission. Those about videos affect the task. */
  readonly faults: FaultSet
  readonly trouble: LinkTrouble
  /** Number of status requests. */
  polls: number
  /** Path of the video's link; undefined until a link was sent. */
  videoPath: string | undefined
}

export interface VideoTasks {
  submit(task: Omit<VideoTask, 'id' | 'createdAt' | 'polls' | 'videoPath'>): VideoTask
  /** Looks up a task; undefined when it is unknown or older than 24 hours. */
  find(id: string): VideoTask | undefined
  /** Returns the current stage of the task. */
  phase(task: VideoTask): 'pending' | 'processing' | 'over'
}

/** Lifetime of a task, in ms. */
const taskLife = 24 * 60 * 60 * 1000

/** Keeps tasks. Their state is computed from the clock, so nothing runs in the background. */
export function createVideoTasks(now: () => number, speed: number): VideoTasks {
  const tasks = new Map<string, VideoTask>()
  return {
    submit(parts) {
      const task: VideoTask = {
        ...parts,
        id: `video-${randomUUID()}`,
        createdAt: now(),
        polls: 0,
        videoPath: undefined,
      }
      tasks.set(task.id, task)
      for (const [id, old] of tasks) if (now() - old.createdAt >= taskLife) tasks.delete(id)
      return task
    },
    find(id) {
      const task = tasks.get(id)
      return task && now() - task.createdAt < taskLife ? task : undefined
    },
    phase(task) {
      // Two seconds in the queue, then two for each second of video: a 5 s video takes 12 s.
      const seconds = task.faults.has('video-life')
        ? (task.faults.number('video-life', 'seconds') ?? 1)
        : (2 + task.duration * 2) / speed
      const age = (now() - task.createdAt) / 1000
      if (task.faults.has('video-stuck')) {
        const at = task.faults.textParam('video-stuck', 'at') ?? 'processing'
        return at === 'pending' || age < seconds / 6 ? 'pending' : 'processing'
      }
      if (age >= seconds) return 'over'
      return age < seconds / 6 ? 'pending' : 'processing'
    },
  }
}
