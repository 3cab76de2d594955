import { itemsAtTop } from '../../components/lists/pages.ts'
import { preparePictures } from '../../components/pictures/pictures.ts'
import { on, onReconnect } from '../../platform/bridge/client.ts'
import { whenIdleAfterFirstRender } from '../../platform/first-render.ts'
import { history } from './history-store.ts'
import { listReader } from './list-actions.ts'
import { pictureShown } from './timeline/ItemLines.tsx'

/** Keeps the history up to date. The list is read only when it is visible. */
export function startHistory(): void {
  on('history.changed', () => listReader.markListChanged())
  onReconnect(() => listReader.markListChanged())
  // in idle time, so that the panel opens with its list
  whenIdleAfterFirstRender(() => void readBeginning())
}

async function readBeginning(): Promise<void> {
  await listReader.readTop()
  const pictures = itemsAtTop(history().pages, 20).map(({ item }) => item.picture)
  preparePictures(pictures.filter((picture) => picture !== null).map(pictureShown))
}
