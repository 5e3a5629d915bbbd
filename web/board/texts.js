/* Words in the language of the document. A language is one file of web/languages/, which calls
 * Texts.add(). */
export const Texts = {
  language: "en",
  tables: {},
  names: {},
  /* `code` as in <html lang>, the name in the language itself. */
  add(code, name, table) {
    Texts.tables[code] = table;
    Texts.names[code] = name;
  },
  /* The first of these codes ("ja-JP") that is there, or English. */
  use(codes) {
    const known = codes.map((code) => code.toLowerCase().split("-")[0]);
    Texts.language = known.find((code) => code in Texts.tables) ?? "en";
    return Texts.language;
  },
};

/* The text of this name, with {words} replaced by values. */
export function t(key, values = {}) {
  const text = Texts.tables[Texts.language]?.[key] ?? Texts.tables.en?.[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/* Of names by language: that of the document, or the English one. */
export function nameOf(names) {
  return names ? names[Texts.language] ?? names.en ?? Object.values(names)[0] : "";
}
