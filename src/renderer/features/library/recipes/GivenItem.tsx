import { Button } from '../../../components/Button.tsx'
import { LibraryPicture } from '../../../components/pictures/LibraryPicture.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import type { Offered } from '../../../platform/recipes-store.ts'
import classes from './Recipes.module.css'

interface GivenItemProps {
  readonly item: Exclude<Offered, { readonly kind: 'text' }>
  readonly onRemove: () => void
}

/** The picture or video of another panel that a recipe is about to run on. */
export function GivenItem({ item, onRemove }: GivenItemProps) {
  const { t } = useTranslation()
  const name = lineText(item.name)
  return (
    <section className={classes.row} aria-label={t(`recipes.offer.${item.kind}`)}>
      {item.kind === 'picture' ? <LibraryPicture className={classes.thumb} mediaId={item.media.id} alt="" /> : null}
      <span className={classes.about}>{name}</span>
      <Button size="small" aria-label={t('recipes.leaveOutOf', { name })} onClick={onRemove}>
        {t('recipes.leaveOut')}
      </Button>
    </section>
  )
}
