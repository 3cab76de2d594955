import { GripVertical } from 'lucide-react'
import { IconButton, type IconButtonProps } from '../IconButton.tsx'
import classes from './Grip.module.css'

interface GripProps extends Pick<IconButtonProps, 'words' | 'title' | 'onKeyDown'> {
  /** Type and value of the drag's data, by which the list recognises its own rows. */
  readonly dragType: string
  readonly value: string
  /** Called when the drag ends, dropped or not. */
  readonly onEnd: () => void
}

/** Handle by which a row (`li`) of a list is dragged. */
export function Grip({ dragType, onEnd, value, ...button }: GripProps) {
  return (
    <IconButton
      {...button}
      className={classes.grip}
      data-grip=""
      icon={GripVertical}
      iconSize={14}
      size="small"
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData(dragType, value)
        const row = event.currentTarget.closest('li')
        if (row !== null) event.dataTransfer.setDragImage(row, 12, 12)
      }}
      onDragEnd={onEnd}
    />
  )
}
