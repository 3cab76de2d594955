import { Copy, FolderInput, Pencil } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../components/Button.tsx'
import { DeleteItem } from '../components/menu/DeleteItem.tsx'
import { Menu, MoreMenu } from '../components/menu/Menu.tsx'
import { MenuChoice, MenuGroup, MenuItem, MenuNote } from '../components/menu/MenuItem.tsx'
import { RateMenu } from '../components/menu/RateMenu.tsx'
import { useTranslation } from '../platform/i18n/use-translation.ts'
import { Part, Sample } from './Part.tsx'
import { useSampleWords } from './sample-words.ts'

const nothing = (): void => undefined

/** Menus of actions and of choices. */
export function MenuPart() {
  const { t } = useTranslation()
  const { choices, long, name } = useSampleWords()
  const [chosen, setChosen] = useState(0)
  const [rate, setRate] = useState(1)
  return (
    <Part name="Menu">
      <Sample state="MoreMenu: icons, keys, groups, Delete">
        <MoreMenu>
          <MenuItem icon={Pencil} aside="F2" onPress={nothing}>
            {t('chat.rename')}
          </MenuItem>
          <MenuItem icon={Copy} shortcut="saveChat" onPress={nothing}>
            {t('saving.open')}
          </MenuItem>
          <MenuItem icon={FolderInput} disabled onPress={nothing}>
            {t('folders.move')}
          </MenuItem>
          <MenuGroup label={name}>
            <MenuChoice isMultiple isChecked onChoose={nothing}>
              {long}
            </MenuChoice>
            <MenuItem icon={Pencil} onPress={nothing}>
              {name}
            </MenuItem>
          </MenuGroup>
          <MenuGroup>
            <MenuNote>{name}</MenuNote>
          </MenuGroup>
          <DeleteItem onPress={nothing}>{t('chat.delete')}</DeleteItem>
        </MoreMenu>
        <MoreMenu size="small">
          <DeleteItem onPress={nothing}>{t('chat.delete')}</DeleteItem>
        </MoreMenu>
        <MoreMenu disabled>{null}</MoreMenu>
      </Sample>
      <Sample state="Menu: one of a group">
        <Menu trigger={<Button kind="chip">{choices[chosen]}</Button>}>
          <MenuGroup label={name}>
            {choices.map((words, index) => (
              <MenuChoice key={words} isChecked={index === chosen} onChoose={() => setChosen(index)}>
                {words}
              </MenuChoice>
            ))}
          </MenuGroup>
        </Menu>
        <RateMenu
          words={t('videos.speed')}
          title={t('videos.speed')}
          rate={rate}
          rates={[0.5, 1, 2]}
          position="bottom-end"
          onChoose={setRate}
        />
      </Sample>
    </Part>
  )
}
