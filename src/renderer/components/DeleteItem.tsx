import { Menu } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import classes from './DeleteItem.module.css'

interface DeleteItemProps {
  readonly words: string
  /** Tooltip, such as the key that does the same. */
  readonly title?: string
  /** False for a second delete item, which needs no line above it. */
  readonly isFirst?: boolean
  readonly onDelete: () => void
}

/** The last item of a menu: red, with a line above it. */
export function DeleteItem({ words, title, isFirst = true, onDelete }: DeleteItemProps) {
  return (
    <>
      {isFirst ? <Menu.Divider /> : null}
      <Menu.Item className={classes.item} leftSection={<Trash2 size={15} />} title={title} onClick={onDelete}>
        {words}
      </Menu.Item>
    </>
  )
}
