import { serveTasks } from '../threads/thread-serving.ts'
import { compareFilms, joinFilms } from './joined-film.ts'
import type { MediaAnswer, MediaTask } from './media-messages.ts'
import { readSoundLength } from './sound-length.ts'
import { readVideo } from './video-file.ts'
import { writeWholeSound } from './whole-sound.ts'

serveTasks(async (task: MediaTask) => await done(task).catch(refused))

async function done(task: MediaTask): Promise<MediaAnswer> {
  switch (task.kind) {
    case 'video':
      return { kind: 'video', facts: await readVideo(task.path) }
    case 'length':
      return { kind: 'length', duration: await readSoundLength(task.path) }
    case 'sound':
      return { kind: 'sound', whole: await writeWholeSound(task.from, task.to) }
    case 'compare':
      return { kind: 'compared', comparison: await compareFilms(task.paths) }
    case 'join':
      return { kind: 'joined', unread: await joinFilms(task.paths, task.container, task.to) }
  }
}

function refused(cause: unknown): MediaAnswer {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return { kind: 'refused', code, message: String(cause).slice(0, 200) }
}
