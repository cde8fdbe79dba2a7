import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { focusHeading } from "../../ui/focus";
import { Heading } from "../../ui/Heading";
import { List } from "../../ui/List";
import { Screen } from "../../ui/Screen";
import { SearchBox } from "../../ui/SearchBox";
import { Empty } from "../../ui/States";
import surfaces from "../../ui/Surface.module.css";
import { TabLinks } from "../../ui/TabLinks";
import { searchQueries, type Search } from "./queries";
import { ResultRow } from "./ResultRow";
import { SearchFilters } from "./SearchFilters";
import styles from "./SearchScreen.module.css";
import { Suggestions } from "./Suggestions";
import { useSearch } from "./useSearch";

/** Posts, replies, forums and people that match, for everybody. */
export function SearchScreen() {
  const { search, change } = useSearch();
  const { q } = search;
  const query = useInfiniteQuery(searchQueries.results(search));
  const corrected = query.data?.[0]?.corrected;
  return (
    <Screen>
      <Heading title={q ? t`${q} · Search` : t`Search`}>{t`Search`}</Heading>
      <SearchBox
        label={t`Search everywhere`}
        value={q}
        onSearch={(words) => change("q", words)}
        clear="when-filled"
        suggestions={Suggestions}
      />
      <Kinds />
      <SearchFilters search={search} change={change} results={query.data} />
      <div role="status">{corrected && <Correction query={q} corrected={corrected} />}</div>
      {q ? (
        <div className={surfaces.surface}>
          <List
            query={query}
            label={t`Results`}
            failed={t`Couldn't search. Try again.`}
            empty={<Nothing search={search} />}
          >
            {(result) => <ResultRow result={result} />}
          </List>
        </div>
      ) : (
        <Empty icon="search">
          <p>{t`Search posts, replies, forums and people.`}</p>
        </Empty>
      )}
    </Screen>
  );
}

function Kinds() {
  return (
    <TabLinks
      label={t`What to search`}
      param="in"
      standard=""
      tabs={[
        { value: "", text: t`All` },
        { value: "posts", text: t`Posts` },
        { value: "replies", text: t`Replies` },
        { value: "forums", text: t`Forums` },
        { value: "people", text: t`People` },
      ]}
    />
  );
}

/** Says for what was searched instead, with a link that searches for the typed words in quotes. */
function Correction({ query, corrected }: { query: string; corrected: string }) {
  const [params] = useSearchParams();
  const [instead, literal] = [new URLSearchParams(params), new URLSearchParams(params)];
  instead.set("q", corrected);
  literal.set("q", `"${query.replaceAll('"', "")}"`);
  const shown = (
    <Link to={{ search: instead.toString() }} className={styles.corrected} dir="auto">
      {corrected}
    </Link>
  );
  const asTyped = (
    <Link to={{ search: literal.toString() }} onClick={focusHeading} dir="auto">
      {query}
    </Link>
  );
  return (
    <p className={styles.correction}>
      <span>
        <Trans>Showing results for {shown}</Trans>
      </span>
      <span>
        <Trans>Search instead for {asTyped}</Trans>
      </span>
    </p>
  );
}

/** Says that nothing matches, with a link that removes the filters. */
function Nothing({ search: { q, author, forum, in: kinds } }: { search: Search }) {
  const all = new URLSearchParams({ q });
  const isFiltered = author !== undefined || forum !== undefined || kinds !== undefined;
  return (
    <Empty icon="search">
      <p dir="auto">
        <Trans>Nothing matches “{q}”.</Trans>
      </p>
      {isFiltered && (
        <Link to={{ search: all.toString() }} onClick={focusHeading}>
          {t`Search without filters`}
        </Link>
      )}
    </Empty>
  );
}
