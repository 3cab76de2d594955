import { itemsAtTop } from '../../components/lists/pages.ts'
import { preparePictures } from '../../components/pictures/pictures.ts'
import { on, onReconnect } from '../../platform/bridge/client.ts'
import { history } from './history-store.ts'
import { listReader } from './list-actions.ts'
import { pictureShown } from './timeline/ItemLines.tsx'

/** Keeps the history up to date from now on. It is read when somebody looks. */
export function startHistory(): void {
  on('history.changed', () => listReader.changed())
  onReconnect(() => listReader.changed())
  // when there is nothing better to do: then the panel opens with its list
  requestIdleCallback(() => void readBeginning())
}

async function readBeginning(): Promise<void> {
  await listReader.readTop()
  const pictures = itemsAtTop(history().pages, 20).map(({ item }) => item.picture)
  preparePictures(pictures.filter((picture) => picture !== null).map(pictureShown))
}
