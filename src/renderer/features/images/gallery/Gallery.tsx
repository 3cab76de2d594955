import classes from '../../../components/lists/list-bar.module.css'
import { useStudio } from '../studio-store.ts'
import { CollectionDialog } from './CollectionDialog.tsx'
import { FilterBar } from './FilterBar.tsx'
import { ImageGrid } from './ImageGrid.tsx'
import { ImageSelection } from './ImageSelection.tsx'

/** Everything that was made, newest first. */
export function Gallery() {
  const selecting = useStudio((state) => state.selecting)
  return (
    <div className={classes.wall}>
      {selecting ? <ImageSelection /> : <FilterBar />}
      <ImageGrid />
      <CollectionDialog />
    </div>
  )
}
