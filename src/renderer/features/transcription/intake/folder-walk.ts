import { looksLikeSound } from '../../../../shared/sound-files.ts'
import { type Dropped, filesOfDrop } from '../../../components/window/dropped.ts'

/** Maximum number of recordings accepted from one drop. */
export const filesMax = 10_000
/** Maximum number of files examined in one drop, so that a whole disk is not walked by accident. */
const looksMax = 200_000

export interface WalkCount {
  /** Files that do not look like sound or video, and files and folders that could not be read. */
  passedOver: number
  /** Names of the first of them. */
  readonly names: string[]
  /** True if some files were left out because there were too many. */
  cut: boolean
}

/** Maximum number of files named; a folder may contain a hundred thousand others. */
const namesMax = 200

function passOver(count: WalkCount, name: string): void {
  count.passedOver += 1
  if (count.names.length < namesMax) count.names.push(name)
}

/** Yields the recordings of a drop, one by one; folders are read only as far as needed. */
export async function* recordingsOf(dropped: Iterable<Dropped>, count: WalkCount): AsyncGenerator<File> {
  let taken = 0
  let looked = 0
  for await (const { file } of filesOfDrop(dropped, (name) => passOver(count, name))) {
    looked += 1
    if (!looksLikeSound(file)) passOver(count, file.name)
    else {
      if (taken >= filesMax) {
        count.cut = true
        return
      }
      taken += 1
      yield file
    }
    if (looked >= looksMax) {
      count.cut = true
      return
    }
  }
}
