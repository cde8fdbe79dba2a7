import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { Heading } from "../../ui/Heading";
import { PageHeader, Screen } from "../../ui/Screen";
import { SearchBox } from "../../ui/SearchBox";
import { ForumList, NO_MATCH } from "./ForumList";
import { forumQueries } from "./queries";

export function ForumsScreen() {
  const [params, setParams] = useSearchParams();
  const topic = params.get("topic")?.trim() ?? "";
  const keyword = params.get("keyword")?.trim() ?? "";
  return (
    <Screen width="wide">
      <PageHeader>
        <Heading>Forums</Heading>
        <ButtonLink variant="primary" icon="plus" to={paths.createForum}>
          Create Forum
        </ButtonLink>
      </PageHeader>
      <SearchBox
        label="Search forums"
        value={keyword}
        onSearch={(term) => setParams(term ? { keyword: term } : {})}
        clear="always"
      />
      {topic && <ButtonLink to={paths.forums}>Return to Forums</ButtonLink>}
      <Results topic={topic} keyword={keyword} />
    </Screen>
  );
}

function Results({ topic, keyword }: { topic: string; keyword: string }) {
  if (keyword) return <Found keyword={keyword} />;
  return topic ? <OfTopic topic={topic} /> : <All />;
}

function Found({ keyword }: { keyword: string }) {
  const query = useInfiniteQuery(forumQueries.search(keyword));
  return <ForumList query={query} failed={NO_MATCH} none={NO_MATCH} />;
}

function OfTopic({ topic }: { topic: string }) {
  return <ForumList query={useInfiniteQuery(forumQueries.topic(topic))} />;
}

function All() {
  return <ForumList query={useInfiniteQuery(forumQueries.list())} />;
}
