import { Trash2 } from 'lucide-react'
import { MenuItem, type MenuItemProps } from './MenuItem.tsx'
import classes from './menu.module.css'

/** The last item of a menu: red, with a line above it. */
export function DeleteItem(item: MenuItemProps) {
  return <MenuItem icon={Trash2} {...item} className={classes.delete} />
}
