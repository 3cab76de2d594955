import { memo } from 'react'
import { Boundary } from '../../../components/boundary/Boundary.tsx'
import { itemAt } from '../../../components/lists/pages.ts'
import { useVideos } from '../videos-store.ts'
import classes from './QueueList.module.css'
import { VideoCard } from './VideoCard.tsx'

interface QueueRowProps {
  readonly row: number
  readonly columns: number
  /** Index of the card in the tab order. */
  readonly tabIndexOf: number
}

/** A row of cards. */
export const QueueRow = memo(function QueueRow({ row, columns, tabIndexOf }: QueueRowProps) {
  const pages = useVideos((state) => state.pages)
  const selection = useVideos((state) => state.selection.ids)
  const selecting = useVideos((state) => state.selecting)
  const total = pages.total ?? 0
  const places = Array.from({ length: columns }, (_, column) => row * columns + column).filter((index) => index < total)
  return (
    <div className={classes.row} data-columns={columns}>
      {places.map((index) => {
        const item = itemAt(pages, index)
        return (
          <Boundary key={item?.id ?? `place ${index}`} place="tile" shown={item}>
            <VideoCard
              jobId={item?.id ?? ''}
              index={index}
              total={total}
              focusable={index === tabIndexOf}
              selected={item !== undefined && selection.has(item.id)}
              selecting={selecting}
            />
          </Boundary>
        )
      })}
    </div>
  )
})
