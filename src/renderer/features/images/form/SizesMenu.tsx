import { Menu } from '@mantine/core'
import { Check, SlidersHorizontal } from 'lucide-react'
import { type ImageKindId, imageKindIds, imageKindOf, sizesOf } from '../../../../shared/image-kinds.ts'
import { Button } from '../../../components/Button.tsx'
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
    <Menu position="bottom-end" width={260} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          kind="icon"
          className={classes.button}
          aria-label={t('images.sizesOf', { model })}
          title={t('images.sizesMenu')}
        >
          <SlidersHorizontal size={14} aria-hidden="true" />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('images.sizesMenu')}</Menu.Label>
        {imageKindIds.map((id) => (
          <Menu.RadioItem
            key={id}
            value={id}
            closeMenuOnClick
            checkIcon={<Check size={14} aria-hidden="true" />}
            checked={id === kind}
            onChange={() => choose(id)}
          >
            {id === 'free' ? t('images.sizesAny') : sizesOf(id).map(sizeWords).join(', ')}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
