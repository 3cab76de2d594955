import { SlidersHorizontal } from 'lucide-react'
import { type ImageKindId, imageKindIds, imageKindOf, sizesOf } from '../../../../shared/image-kinds.ts'
import { IconButton } from '../../../components/IconButton.tsx'
import { Menu } from '../../../components/menu/Menu.tsx'
import { MenuChoice, MenuGroup } from '../../../components/menu/MenuItem.tsx'
import { sizeWords } from '../../../components/words/size-words.ts'
import { saveSettings, useApp } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './SizeField.module.css'

/** A menu to set a model's sizes if Atelier does not know them or is wrong. */
export function SizesMenu({ model, kind }: { model: string; kind: ImageKindId }) {
  const { t } = useTranslation()
  const kinds = useApp((state) => state.settings.imageKindOf)
  const choose = (chosen: ImageKindId) => {
    const others = Object.fromEntries(Object.entries(kinds).filter(([name]) => name !== model))
    // an exception that equals the built-in data is not stored
    const plain = imageKindOf(model, others) === chosen
    void saveSettings({ imageKindOf: plain ? others : { ...others, [model]: chosen } })
  }
  return (
    <Menu
      width={260}
      trigger={
        <IconButton
          icon={SlidersHorizontal}
          words={t('images.sizesOf', { model })}
          iconSize={14}
          className={classes.button}
          title={t('images.sizesMenu')}
        />
      }
    >
      <MenuGroup label={t('images.sizesMenu')}>
        {imageKindIds.map((id) => (
          <MenuChoice key={id} isChecked={id === kind} onChoose={() => choose(id)}>
            {id === 'free' ? t('images.sizesAny') : sizesOf(id).map(sizeWords).join(', ')}
          </MenuChoice>
        ))}
      </MenuGroup>
    </Menu>
  )
}
