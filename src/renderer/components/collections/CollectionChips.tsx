import { Plus } from 'lucide-react'
import type { ItemCollection } from '../../../shared/item-collection.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { Button } from '../Button.tsx'
import { IconButton } from '../IconButton.tsx'
import type { CollectionActions } from './collection-actions.ts'

interface CollectionChipsProps {
  readonly collections: readonly ItemCollection[]
  /** Id of the collection that the list shows. */
  readonly shownId: string | null
  readonly onChoose: (collectionId: string) => void
  readonly actions: CollectionActions
}

/** Chips that filter a list by a collection, and a button for a new one. */
export function CollectionChips({ actions, collections, onChoose, shownId }: CollectionChipsProps) {
  const { t } = useTranslation()
  return (
    <>
      {collections.map(({ id, name }) => (
        <Button kind="chip" key={id} aria-pressed={id === shownId} title={name} onClick={() => onChoose(id)}>
          <span>{name}</span>
        </Button>
      ))}
      <IconButton
        icon={Plus}
        words={t('images.collectionNew')}
        iconSize={16}
        size="small"
        onClick={() => actions.newCollection([])}
      />
    </>
  )
}
