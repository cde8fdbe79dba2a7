-- The tables of Lemmy 0.19.20 that an import reads, as its migrations make them, with the rows of fill.sql.

CREATE EXTENSION IF NOT EXISTS ltree WITH SCHEMA public;

CREATE TYPE public.community_visibility AS ENUM (
    'Public',
    'LocalOnly'
);

CREATE TYPE public.listing_type_enum AS ENUM (
    'All',
    'Local',
    'Subscribed',
    'ModeratorView'
);

CREATE TYPE public.post_listing_mode_enum AS ENUM (
    'List',
    'Card',
    'SmallCard'
);

CREATE TYPE public.registration_mode_enum AS ENUM (
    'Closed',
    'RequireApplication',
    'Open'
);

CREATE TYPE public.sort_type_enum AS ENUM (
    'Active',
    'Hot',
    'New',
    'Old',
    'TopDay',
    'TopWeek',
    'TopMonth',
    'TopYear',
    'TopAll',
    'MostComments',
    'NewComments',
    'TopHour',
    'TopSixHour',
    'TopTwelveHour',
    'TopThreeMonths',
    'TopSixMonths',
    'TopNineMonths',
    'Controversial',
    'Scaled'
);

CREATE SEQUENCE public.changeme_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
    CYCLE;

CREATE TABLE public.comment (
    id integer NOT NULL,
    creator_id integer NOT NULL,
    post_id integer NOT NULL,
    content text NOT NULL,
    removed boolean DEFAULT false NOT NULL,
    published timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone,
    deleted boolean DEFAULT false NOT NULL,
    ap_id character varying(255) NOT NULL,
    local boolean DEFAULT true NOT NULL,
    path public.ltree DEFAULT '0'::public.ltree NOT NULL,
    distinguished boolean DEFAULT false NOT NULL,
    language_id integer DEFAULT 0 NOT NULL
);

CREATE SEQUENCE public.comment_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.comment_id_seq OWNED BY public.comment.id;

CREATE TABLE public.comment_like (
    person_id integer NOT NULL,
    comment_id integer NOT NULL,
    post_id integer NOT NULL,
    score smallint NOT NULL,
    published timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.community (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    title character varying(255) NOT NULL,
    description text,
    removed boolean DEFAULT false NOT NULL,
    published timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone,
    deleted boolean DEFAULT false NOT NULL,
    nsfw boolean DEFAULT false NOT NULL,
    actor_id character varying(255) NOT NULL,
    local boolean DEFAULT true NOT NULL,
    private_key text,
    public_key text NOT NULL,
    last_refreshed_at timestamp with time zone DEFAULT now() NOT NULL,
    icon text,
    banner text,
    followers_url character varying(255),
    inbox_url character varying(255) NOT NULL,
    shared_inbox_url character varying(255),
    hidden boolean DEFAULT false NOT NULL,
    posting_restricted_to_mods boolean DEFAULT false NOT NULL,
    instance_id integer NOT NULL,
    moderators_url character varying(255),
    featured_url character varying(255),
    visibility public.community_visibility DEFAULT 'Public'::public.community_visibility NOT NULL
);

CREATE TABLE public.community_follower (
    community_id integer NOT NULL,
    person_id integer NOT NULL,
    published timestamp with time zone DEFAULT now() NOT NULL,
    pending boolean DEFAULT false NOT NULL
);

CREATE SEQUENCE public.community_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.community_id_seq OWNED BY public.community.id;

CREATE TABLE public.community_moderator (
    community_id integer NOT NULL,
    person_id integer NOT NULL,
    published timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.community_person_ban (
    community_id integer NOT NULL,
    person_id integer NOT NULL,
    published timestamp with time zone DEFAULT now() NOT NULL,
    expires timestamp with time zone
);

CREATE TABLE public.instance (
    id integer NOT NULL,
    domain character varying(255) NOT NULL,
    published timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone,
    software character varying(255),
    version character varying(255)
);

CREATE SEQUENCE public.instance_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.instance_id_seq OWNED BY public.instance.id;

CREATE TABLE public.local_site (
    id integer NOT NULL,
    site_id integer NOT NULL,
    site_setup boolean DEFAULT false NOT NULL,
    enable_downvotes boolean DEFAULT true NOT NULL,
    enable_nsfw boolean DEFAULT true NOT NULL,
    community_creation_admin_only boolean DEFAULT false NOT NULL,
    require_email_verification boolean DEFAULT false NOT NULL,
    application_question text DEFAULT 'to verify that you are human, please explain why you want to create an account on this site'::text,
    private_instance boolean DEFAULT false NOT NULL,
    default_theme text DEFAULT 'browser'::text NOT NULL,
    default_post_listing_type public.listing_type_enum DEFAULT 'Local'::public.listing_type_enum NOT NULL,
    legal_information text,
    hide_modlog_mod_names boolean DEFAULT true NOT NULL,
    application_email_admins boolean DEFAULT false NOT NULL,
    slur_filter_regex text,
    actor_name_max_length integer DEFAULT 20 NOT NULL,
    federation_enabled boolean DEFAULT true NOT NULL,
    captcha_enabled boolean DEFAULT false NOT NULL,
    captcha_difficulty character varying(255) DEFAULT 'medium'::character varying NOT NULL,
    published timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone,
    registration_mode public.registration_mode_enum DEFAULT 'RequireApplication'::public.registration_mode_enum NOT NULL,
    reports_email_admins boolean DEFAULT false NOT NULL,
    federation_signed_fetch boolean DEFAULT false NOT NULL,
    default_post_listing_mode public.post_listing_mode_enum DEFAULT 'List'::public.post_listing_mode_enum NOT NULL,
    default_sort_type public.sort_type_enum DEFAULT 'Active'::public.sort_type_enum NOT NULL
);

CREATE SEQUENCE public.local_site_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.local_site_id_seq OWNED BY public.local_site.id;

CREATE TABLE public.local_user (
    id integer NOT NULL,
    person_id integer NOT NULL,
    password_encrypted text NOT NULL,
    email text,
    show_nsfw boolean DEFAULT false NOT NULL,
    theme text DEFAULT 'browser'::text NOT NULL,
    default_sort_type public.sort_type_enum DEFAULT 'Active'::public.sort_type_enum NOT NULL,
    default_listing_type public.listing_type_enum DEFAULT 'Local'::public.listing_type_enum NOT NULL,
    interface_language character varying(20) DEFAULT 'browser'::character varying NOT NULL,
    show_avatars boolean DEFAULT true NOT NULL,
    send_notifications_to_email boolean DEFAULT false NOT NULL,
    show_scores boolean DEFAULT true NOT NULL,
    show_bot_accounts boolean DEFAULT true NOT NULL,
    show_read_posts boolean DEFAULT true NOT NULL,
    email_verified boolean DEFAULT false NOT NULL,
    accepted_application boolean DEFAULT false NOT NULL,
    totp_2fa_secret text,
    open_links_in_new_tab boolean DEFAULT false NOT NULL,
    blur_nsfw boolean DEFAULT true NOT NULL,
    auto_expand boolean DEFAULT false NOT NULL,
    infinite_scroll_enabled boolean DEFAULT false NOT NULL,
    admin boolean DEFAULT false NOT NULL,
    post_listing_mode public.post_listing_mode_enum DEFAULT 'List'::public.post_listing_mode_enum NOT NULL,
    totp_2fa_enabled boolean DEFAULT false NOT NULL,
    enable_keyboard_navigation boolean DEFAULT false NOT NULL,
    enable_animated_images boolean DEFAULT true NOT NULL,
    collapse_bot_comments boolean DEFAULT false NOT NULL,
    last_donation_notification timestamp with time zone DEFAULT (now() - (random() * '1 year'::interval)) NOT NULL
);

CREATE SEQUENCE public.local_user_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.local_user_id_seq OWNED BY public.local_user.id;

CREATE TABLE public.mod_ban (
    id integer NOT NULL,
    mod_person_id integer NOT NULL,
    other_person_id integer NOT NULL,
    reason text,
    banned boolean DEFAULT true NOT NULL,
    expires timestamp with time zone,
    when_ timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.mod_ban_from_community (
    id integer NOT NULL,
    mod_person_id integer NOT NULL,
    other_person_id integer NOT NULL,
    community_id integer NOT NULL,
    reason text,
    banned boolean DEFAULT true NOT NULL,
    expires timestamp with time zone,
    when_ timestamp with time zone DEFAULT now() NOT NULL
);

CREATE SEQUENCE public.mod_ban_from_community_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.mod_ban_from_community_id_seq OWNED BY public.mod_ban_from_community.id;

CREATE SEQUENCE public.mod_ban_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.mod_ban_id_seq OWNED BY public.mod_ban.id;

CREATE TABLE public.mod_feature_post (
    id integer NOT NULL,
    mod_person_id integer NOT NULL,
    post_id integer NOT NULL,
    featured boolean DEFAULT true NOT NULL,
    when_ timestamp with time zone DEFAULT now() NOT NULL,
    is_featured_community boolean DEFAULT true NOT NULL
);

CREATE SEQUENCE public.mod_sticky_post_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.mod_sticky_post_id_seq OWNED BY public.mod_feature_post.id;

CREATE TABLE public.person (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    display_name character varying(255),
    avatar text,
    banned boolean DEFAULT false NOT NULL,
    published timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone,
    actor_id character varying(255) NOT NULL,
    bio text,
    local boolean DEFAULT true NOT NULL,
    private_key text,
    public_key text NOT NULL,
    last_refreshed_at timestamp with time zone DEFAULT now() NOT NULL,
    banner text,
    deleted boolean DEFAULT false NOT NULL,
    inbox_url character varying(255) NOT NULL,
    shared_inbox_url character varying(255),
    matrix_user_id text,
    bot_account boolean DEFAULT false NOT NULL,
    ban_expires timestamp with time zone,
    instance_id integer NOT NULL
);

CREATE SEQUENCE public.person_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.person_id_seq OWNED BY public.person.id;

CREATE TABLE public.post (
    id integer NOT NULL,
    name character varying(200) NOT NULL,
    url character varying(2000),
    body text,
    creator_id integer NOT NULL,
    community_id integer NOT NULL,
    removed boolean DEFAULT false NOT NULL,
    locked boolean DEFAULT false NOT NULL,
    published timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone,
    deleted boolean DEFAULT false NOT NULL,
    nsfw boolean DEFAULT false NOT NULL,
    embed_title text,
    embed_description text,
    thumbnail_url text,
    ap_id character varying(255) NOT NULL,
    local boolean DEFAULT true NOT NULL,
    embed_video_url text,
    language_id integer DEFAULT 0 NOT NULL,
    featured_community boolean DEFAULT false NOT NULL,
    featured_local boolean DEFAULT false NOT NULL,
    url_content_type text,
    alt_text text
);

CREATE SEQUENCE public.post_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.post_id_seq OWNED BY public.post.id;

CREATE TABLE public.post_like (
    post_id integer NOT NULL,
    person_id integer NOT NULL,
    score smallint NOT NULL,
    published timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.private_message (
    id integer NOT NULL,
    creator_id integer NOT NULL,
    recipient_id integer NOT NULL,
    content text NOT NULL,
    deleted boolean DEFAULT false NOT NULL,
    read boolean DEFAULT false NOT NULL,
    published timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone,
    ap_id character varying(255) NOT NULL,
    local boolean DEFAULT true NOT NULL,
    removed boolean DEFAULT false NOT NULL
);

CREATE SEQUENCE public.private_message_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.private_message_id_seq OWNED BY public.private_message.id;

CREATE TABLE public.site (
    id integer NOT NULL,
    name character varying(20) NOT NULL,
    sidebar text,
    published timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone,
    icon text,
    banner text,
    description character varying(150),
    actor_id character varying(255) NOT NULL,
    last_refreshed_at timestamp with time zone DEFAULT now() NOT NULL,
    inbox_url character varying(255) NOT NULL,
    private_key text,
    public_key text NOT NULL,
    instance_id integer NOT NULL,
    content_warning text
);

CREATE SEQUENCE public.site_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.site_id_seq OWNED BY public.site.id;

ALTER TABLE ONLY public.comment ALTER COLUMN id SET DEFAULT nextval('public.comment_id_seq'::regclass);

ALTER TABLE ONLY public.community ALTER COLUMN id SET DEFAULT nextval('public.community_id_seq'::regclass);

ALTER TABLE ONLY public.instance ALTER COLUMN id SET DEFAULT nextval('public.instance_id_seq'::regclass);

ALTER TABLE ONLY public.local_site ALTER COLUMN id SET DEFAULT nextval('public.local_site_id_seq'::regclass);

ALTER TABLE ONLY public.local_user ALTER COLUMN id SET DEFAULT nextval('public.local_user_id_seq'::regclass);

ALTER TABLE ONLY public.mod_ban ALTER COLUMN id SET DEFAULT nextval('public.mod_ban_id_seq'::regclass);

ALTER TABLE ONLY public.mod_ban_from_community ALTER COLUMN id SET DEFAULT nextval('public.mod_ban_from_community_id_seq'::regclass);

ALTER TABLE ONLY public.mod_feature_post ALTER COLUMN id SET DEFAULT nextval('public.mod_sticky_post_id_seq'::regclass);

ALTER TABLE ONLY public.person ALTER COLUMN id SET DEFAULT nextval('public.person_id_seq'::regclass);

ALTER TABLE ONLY public.post ALTER COLUMN id SET DEFAULT nextval('public.post_id_seq'::regclass);

ALTER TABLE ONLY public.private_message ALTER COLUMN id SET DEFAULT nextval('public.private_message_id_seq'::regclass);

ALTER TABLE ONLY public.site ALTER COLUMN id SET DEFAULT nextval('public.site_id_seq'::regclass);

INSERT INTO public.comment VALUES
	(1, 2, 1, 'Level 1', false, '2024-03-05 12:01:00+00', NULL, false, 'https://lemmy.example/comment/1', true, '0.1', false, 0),
	(2, 3, 1, 'Level 2', false, '2024-03-05 12:02:00+00', NULL, false, 'https://lemmy.example/comment/2', true, '0.1.2', false, 0),
	(3, 1, 1, 'Level 3', false, '2024-03-05 12:03:00+00', NULL, false, 'https://lemmy.example/comment/3', true, '0.1.2.3', false, 0),
	(4, 2, 1, 'Level 4', false, '2024-03-05 12:04:00+00', NULL, false, 'https://lemmy.example/comment/4', true, '0.1.2.3.4', false, 0),
	(5, 3, 1, 'Level 5', false, '2024-03-05 12:05:00+00', NULL, false, 'https://lemmy.example/comment/5', true, '0.1.2.3.4.5', false, 0),
	(6, 1, 1, 'Level 6', false, '2024-03-05 12:06:00+00', NULL, false, 'https://lemmy.example/comment/6', true, '0.1.2.3.4.5.6', false, 0),
	(7, 2, 1, 'Level 7', false, '2024-03-05 12:07:00+00', NULL, false, 'https://lemmy.example/comment/7', true, '0.1.2.3.4.5.6.7', false, 0),
	(8, 3, 1, 'Level 8', false, '2024-03-05 12:08:00+00', NULL, false, 'https://lemmy.example/comment/8', true, '0.1.2.3.4.5.6.7.8', false, 0),
	(9, 1, 1, 'Level 9', false, '2024-03-05 12:09:00+00', NULL, false, 'https://lemmy.example/comment/9', true, '0.1.2.3.4.5.6.7.8.9', false, 0),
	(10, 2, 1, 'Level 10', false, '2024-03-05 12:10:00+00', NULL, false, 'https://lemmy.example/comment/10', true, '0.1.2.3.4.5.6.7.8.9.10', false, 0),
	(11, 2, 1, 'Another branch, [@moritz_m@lemmy.example](https://lemmy.example/u/moritz_m)', false, '2024-03-06 12:11:00+00', '2024-03-07 12:00:00+00', false, 'https://lemmy.example/comment/11', true, '0.1.11', false, 0),
	(13, 8, 1, 'Hello from *far* away', false, '2024-03-06 12:13:00+00', NULL, false, 'https://lemmy.example/comment/13', true, '0.12.13', false, 0),
	(15, 3, 2, 'He is gone.', false, '2024-03-06 12:15:00+00', NULL, false, 'https://lemmy.example/comment/15', true, '0.14.15', false, 0),
	(16, 9, 10, 'In another community', false, '2024-03-06 12:16:00+00', NULL, false, 'https://lemmy.example/comment/16', true, '0.16', false, 0),
	(12, 6, 1, '*Permanently Deleted*', false, '2024-03-06 12:12:00+00', NULL, true, 'https://lemmy.example/comment/12', true, '0.12', false, 0),
	(14, 4, 2, 'You are all wrong.', true, '2024-03-06 12:14:00+00', NULL, false, 'https://lemmy.example/comment/14', true, '0.14', false, 0);

INSERT INTO public.comment_like VALUES
	(2, 1, 1, 1, '2024-03-06 00:00:00+00'),
	(3, 11, 1, -1, '2024-03-07 00:00:00+00'),
	(2, 16, 10, 1, '2024-03-07 00:00:00+00');

INSERT INTO public.community VALUES
	(1, 'mice', 'Mice & men', 'About mice', false, '2024-02-02 00:00:00+00', NULL, false, false, 'https://lemmy.example/c/mice', true, NULL, '', '2026-11-28 15:58:19.997796+00', NULL, NULL, 'https://lemmy.example/c/mice/followers', 'https://lemmy.example/c/mice/inbox', NULL, false, false, 1, NULL, NULL, 'Public'),
	(4, 'mice', 'Mice elsewhere', 'About mice', false, '2024-02-05 00:00:00+00', NULL, false, false, 'https://far.example/c/mice', false, NULL, '', '2026-11-28 15:58:19.997796+00', NULL, NULL, 'https://far.example/c/mice/followers', 'https://far.example/c/mice/inbox', NULL, false, false, 2, NULL, NULL, 'Public'),
	(2, 'inside', 'Only for us', 'About inside', false, '2024-02-03 00:00:00+00', NULL, false, false, 'https://lemmy.example/c/inside', true, NULL, '', '2026-11-28 15:58:19.997796+00', NULL, NULL, 'https://lemmy.example/c/inside/followers', 'https://lemmy.example/c/inside/inbox', NULL, false, false, 1, NULL, NULL, 'LocalOnly'),
	(3, 'shut', 'Shut by the admins', 'About shut', true, '2024-02-04 00:00:00+00', NULL, false, false, 'https://lemmy.example/c/shut', true, NULL, '', '2026-11-28 15:58:19.997796+00', NULL, NULL, 'https://lemmy.example/c/shut/followers', 'https://lemmy.example/c/shut/inbox', NULL, false, false, 1, NULL, NULL, 'Public');

INSERT INTO public.community_follower VALUES
	(1, 2, '2024-02-04 00:00:00+00', false),
	(1, 3, '2024-02-04 00:00:00+00', true);

INSERT INTO public.community_moderator VALUES
	(1, 3, '2024-02-03 00:00:00+00'),
	(2, 2, '2024-02-03 00:00:00+00');

INSERT INTO public.community_person_ban VALUES
	(1, 7, '2024-02-03 00:00:00+00', NULL),
	(2, 7, '2024-02-03 00:00:00+00', '2024-02-10 00:00:00+00');

INSERT INTO public.instance VALUES
	(1, 'lemmy.example', '2024-01-01 00:00:00+00', NULL, 'lemmy', '0.19.20'),
	(2, 'far.example', '2024-01-01 00:00:00+00', NULL, 'lemmy', '0.19.20');

INSERT INTO public.local_site VALUES
	(1, 1, true, true, true, false, false, 'to verify that you are human, please explain why you want to create an account on this site', false, 'browser', 'Local', NULL, true, false, NULL, 20, true, false, 'medium', '2024-01-01 00:00:00+00', NULL, 'RequireApplication', false, false, 'List', 'Active');

INSERT INTO public.local_user VALUES
	(1, 1, '$2b$12$dVzu4fI7wTIiXHZvOvJ0xu9Sz5wumbHtT6z.cnGaCzCtMR1wJ25dm', 'root@example.org', false, 'browser', 'Active', 'Local', 'browser', true, false, true, true, true, false, true, NULL, false, true, false, false, true, 'List', false, false, true, false, '2026-11-17 20:36:02.233753+00'),
	(2, 2, '$2b$12$dVzu4fI7wTIiXHZvOvJ0xu9Sz5wumbHtT6z.cnGaCzCtMR1wJ25dm', 'Lena@example.org', false, 'browser', 'Active', 'Local', 'browser', true, false, true, true, true, true, true, NULL, false, true, false, false, false, 'List', false, false, true, false, '2026-10-07 08:41:59.756953+00'),
	(3, 3, '$2b$12$dVzu4fI7wTIiXHZvOvJ0xu9Sz5wumbHtT6z.cnGaCzCtMR1wJ25dm', 'moritz_m@example.org', false, 'browser', 'Active', 'Local', 'browser', true, false, true, true, true, false, true, NULL, false, true, false, false, false, 'List', false, false, true, false, '2025-12-13 14:29:18.832153+00'),
	(4, 4, '$2b$12$dVzu4fI7wTIiXHZvOvJ0xu9Sz5wumbHtT6z.cnGaCzCtMR1wJ25dm', 'troll@example.org', false, 'browser', 'Active', 'Local', 'browser', true, false, true, true, true, false, true, NULL, false, true, false, false, false, 'List', false, false, true, false, '2026-08-01 00:12:17.699353+00'),
	(5, 5, '$2b$12$dVzu4fI7wTIiXHZvOvJ0xu9Sz5wumbHtT6z.cnGaCzCtMR1wJ25dm', 'resting@example.org', false, 'browser', 'Active', 'Local', 'browser', true, false, true, true, true, false, true, NULL, false, true, false, false, false, 'List', false, false, true, false, '2026-04-03 19:16:59.737753+00'),
	(6, 6, '$2b$12$dVzu4fI7wTIiXHZvOvJ0xu9Sz5wumbHtT6z.cnGaCzCtMR1wJ25dm', 'left@example.org', false, 'browser', 'Active', 'Local', 'browser', true, false, true, true, true, false, true, NULL, false, true, false, false, false, 'List', false, false, true, false, '2026-07-03 14:01:35.545753+00'),
	(7, 7, '$2b$12$dVzu4fI7wTIiXHZvOvJ0xu9Sz5wumbHtT6z.cnGaCzCtMR1wJ25dm', 'forgiven@example.org', false, 'browser', 'Active', 'Local', 'browser', true, false, true, true, true, false, true, NULL, false, true, false, false, false, 'List', false, false, true, false, '2026-01-27 23:31:49.859353+00');

INSERT INTO public.mod_ban VALUES
	(1, 1, 4, 'Trolls everybody', true, NULL, '2026-11-28 15:58:19.997405+00'),
	(2, 1, 5, 'Needs a rest', true, '2125-01-01 00:00:00+00', '2026-11-28 15:58:19.997405+00'),
	(3, 1, 7, 'Long ago', true, '2024-03-01 00:00:00+00', '2026-11-28 15:58:19.997405+00');

INSERT INTO public.mod_ban_from_community VALUES
	(1, 3, 7, 1, 'Feeds the mice cheese', true, NULL, '2026-11-28 15:58:20.00158+00');

INSERT INTO public.mod_feature_post VALUES
	(1, 3, 3, true, '2024-03-02 00:00:00+00', true);

INSERT INTO public.person VALUES
	(1, 'root', NULL, NULL, false, '2024-01-02 08:00:00.5+00', NULL, 'https://lemmy.example/u/root', NULL, true, NULL, '', '2026-11-28 15:58:19.988917+00', NULL, false, 'https://lemmy.example/u/root/inbox', NULL, NULL, false, NULL, 1),
	(2, 'Lena', 'Lena 🐁', 'https://lemmy.example/pictrs/image/5f4c1e8a.png', false, '2024-01-03 08:00:00.5+00', NULL, 'https://lemmy.example/u/Lena', 'I keep **mice**.', true, NULL, '', '2026-11-28 15:58:19.988917+00', NULL, false, 'https://lemmy.example/u/Lena/inbox', NULL, NULL, false, NULL, 1),
	(3, 'moritz_m', NULL, NULL, false, '2024-01-04 08:00:00.5+00', NULL, 'https://lemmy.example/u/moritz_m', NULL, true, NULL, '', '2026-11-28 15:58:19.988917+00', NULL, false, 'https://lemmy.example/u/moritz_m/inbox', NULL, NULL, false, NULL, 1),
	(8, 'lena', NULL, NULL, false, '2024-01-09 08:00:00.5+00', NULL, 'https://far.example/u/lena', NULL, false, NULL, '', '2026-11-28 15:58:19.988917+00', NULL, false, 'https://far.example/u/lena/inbox', NULL, NULL, false, NULL, 2),
	(9, 'stranger', NULL, NULL, false, '2024-01-10 08:00:00.5+00', NULL, 'https://far.example/u/stranger', NULL, false, NULL, '', '2026-11-28 15:58:19.988917+00', NULL, false, 'https://far.example/u/stranger/inbox', NULL, NULL, false, NULL, 2),
	(4, 'troll', NULL, NULL, true, '2024-01-05 08:00:00.5+00', NULL, 'https://lemmy.example/u/troll', NULL, true, NULL, '', '2026-11-28 15:58:19.988917+00', NULL, false, 'https://lemmy.example/u/troll/inbox', NULL, NULL, false, NULL, 1),
	(5, 'resting', NULL, NULL, true, '2024-01-06 08:00:00.5+00', NULL, 'https://lemmy.example/u/resting', NULL, true, NULL, '', '2026-11-28 15:58:19.988917+00', NULL, false, 'https://lemmy.example/u/resting/inbox', NULL, NULL, false, '2125-01-01 00:00:00+00', 1),
	(7, 'forgiven', NULL, NULL, true, '2024-01-08 08:00:00.5+00', NULL, 'https://lemmy.example/u/forgiven', NULL, true, NULL, '', '2026-11-28 15:58:19.988917+00', NULL, false, 'https://lemmy.example/u/forgiven/inbox', NULL, NULL, false, '2024-03-01 00:00:00+00', 1),
	(6, 'left', NULL, NULL, false, '2024-01-07 08:00:00.5+00', NULL, 'https://lemmy.example/u/left', NULL, true, NULL, '', '2026-11-28 15:58:19.988917+00', NULL, true, 'https://lemmy.example/u/left/inbox', NULL, NULL, false, NULL, 1);

INSERT INTO public.post VALUES
	(1, 'A mouse of mine', 'https://lemmy.example/pictrs/image/77aa0b1c.png', NULL, 2, 1, false, false, '2024-03-01 13:00:00.25+00', NULL, false, false, NULL, NULL, NULL, 'https://lemmy.example/post/1', true, NULL, 0, false, false, NULL, 'A grey mouse'),
	(2, 'Cheese is no food', 'https://example.org/cheese?for=mice', 'They **like** it, but ![see](https://lemmy.example/pictrs/image/77aa0b1c.png)', 3, 1, false, false, '2024-03-01 14:00:00.25+00', '2024-04-01 12:00:00+00', false, false, NULL, NULL, NULL, 'https://lemmy.example/post/2', true, NULL, 0, false, false, NULL, NULL),
	(7, 'Members read this', NULL, 'A text for accounts of this instance.', 2, 2, false, false, '2024-03-01 19:00:00.25+00', NULL, false, false, NULL, NULL, NULL, 'https://lemmy.example/post/7', true, NULL, 0, false, false, NULL, NULL),
	(8, 'From a community that is shut', NULL, 'Nobody reads this any more.', 5, 3, false, false, '2024-03-01 20:00:00.25+00', NULL, false, false, NULL, NULL, NULL, 'https://lemmy.example/post/8', true, NULL, 0, false, false, NULL, NULL),
	(9, 'From far away', NULL, 'A post of another instance in our community.', 8, 1, false, false, '2024-03-01 21:00:00.25+00', NULL, false, false, NULL, NULL, NULL, 'https://lemmy.example/post/9', true, NULL, 0, false, false, NULL, NULL),
	(10, 'Elsewhere', NULL, 'A post in a community of another instance.', 9, 4, false, false, '2024-03-01 22:00:00.25+00', NULL, false, false, NULL, NULL, NULL, 'https://lemmy.example/post/10', true, NULL, 0, false, false, NULL, NULL),
	(11, 'Of somebody who left', NULL, 'My words remain.', 6, 1, false, false, '2024-03-01 23:00:00.25+00', NULL, false, false, NULL, NULL, NULL, 'https://lemmy.example/post/11', true, NULL, 0, false, false, NULL, NULL),
	(12, 'العناوين العربية', NULL, '> اقتباس

نص من اليمين إلى اليسار 🐭

::: spoiler Surprise
A mouse
:::', 2, 1, false, false, '2024-03-02 00:00:00.25+00', NULL, false, false, NULL, NULL, NULL, 'https://lemmy.example/post/12', true, NULL, 0, false, false, NULL, NULL),
	(3, 'Rules', NULL, 'Be kind to mice.', 3, 1, false, false, '2024-03-01 15:00:00.25+00', NULL, false, false, NULL, NULL, NULL, 'https://lemmy.example/post/3', true, NULL, 0, true, false, NULL, NULL),
	(4, 'Nothing more to say', NULL, 'This one is locked.', 2, 1, false, true, '2024-03-01 16:00:00.25+00', NULL, false, false, NULL, NULL, NULL, 'https://lemmy.example/post/4', true, NULL, 0, false, false, NULL, NULL),
	(5, 'Taken back', NULL, 'I regret this.', 2, 1, false, false, '2024-03-01 17:00:00.25+00', NULL, true, false, NULL, NULL, NULL, 'https://lemmy.example/post/5', true, NULL, 0, false, false, NULL, NULL),
	(6, 'Removed by a moderator', NULL, 'Cats are better than mice.', 4, 1, true, false, '2024-03-01 18:00:00.25+00', NULL, false, false, NULL, NULL, NULL, 'https://lemmy.example/post/6', true, NULL, 0, false, false, NULL, NULL);

INSERT INTO public.post_like VALUES
	(1, 2, 1, '2024-03-02 00:00:00+00'),
	(1, 3, 1, '2024-03-02 00:00:00+00'),
	(1, 7, -1, '2024-03-02 00:00:00+00'),
	(1, 9, 1, '2024-03-02 00:00:00+00');

INSERT INTO public.private_message VALUES
	(1, 2, 3, 'A *private* word?', false, true, '2024-03-08 12:01:00+00', NULL, 'https://lemmy.example/private_message/1', true, false),
	(2, 3, 2, 'Of course.', false, false, '2024-03-08 12:02:00+00', NULL, 'https://lemmy.example/private_message/2', true, false),
	(3, 2, 3, 'Taken back', true, true, '2024-03-08 12:03:00+00', NULL, 'https://lemmy.example/private_message/3', true, false),
	(4, 9, 2, 'Hello from far away', false, false, '2024-03-08 12:04:00+00', NULL, 'https://lemmy.example/private_message/4', true, false),
	(5, 6, 2, 'Good-bye', false, true, '2024-03-08 12:05:00+00', NULL, 'https://lemmy.example/private_message/5', true, false);

INSERT INTO public.site VALUES
	(1, 'Lemmy', NULL, '2024-01-01 00:00:00+00', NULL, NULL, NULL, NULL, 'https://lemmy.example/', '2026-11-28 15:58:19.979254+00', 'https://lemmy.example/inbox', NULL, 'http://changeme.invalid/seq/1', 1, NULL);

SELECT pg_catalog.setval('public.changeme_seq', 1, true);

SELECT pg_catalog.setval('public.comment_id_seq', 16, true);

SELECT pg_catalog.setval('public.community_id_seq', 4, true);

SELECT pg_catalog.setval('public.instance_id_seq', 2, true);

SELECT pg_catalog.setval('public.local_site_id_seq', 1, true);

SELECT pg_catalog.setval('public.local_user_id_seq', 7, true);

SELECT pg_catalog.setval('public.mod_ban_from_community_id_seq', 1, true);

SELECT pg_catalog.setval('public.mod_ban_id_seq', 3, true);

SELECT pg_catalog.setval('public.mod_sticky_post_id_seq', 1, true);

SELECT pg_catalog.setval('public.person_id_seq', 9, true);

SELECT pg_catalog.setval('public.post_id_seq', 12, true);

SELECT pg_catalog.setval('public.private_message_id_seq', 5, true);

SELECT pg_catalog.setval('public.site_id_seq', 1, true);

ALTER TABLE ONLY public.comment_like
    ADD CONSTRAINT comment_like_pkey PRIMARY KEY (person_id, comment_id);

ALTER TABLE ONLY public.comment
    ADD CONSTRAINT comment_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.community
    ADD CONSTRAINT community_featured_url_key UNIQUE (featured_url);

ALTER TABLE ONLY public.community_follower
    ADD CONSTRAINT community_follower_pkey PRIMARY KEY (person_id, community_id);

ALTER TABLE ONLY public.community_moderator
    ADD CONSTRAINT community_moderator_pkey PRIMARY KEY (person_id, community_id);

ALTER TABLE ONLY public.community
    ADD CONSTRAINT community_moderators_url_key UNIQUE (moderators_url);

ALTER TABLE ONLY public.community_person_ban
    ADD CONSTRAINT community_person_ban_pkey PRIMARY KEY (person_id, community_id);

ALTER TABLE ONLY public.community
    ADD CONSTRAINT community_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.comment
    ADD CONSTRAINT idx_comment_ap_id UNIQUE (ap_id);

ALTER TABLE ONLY public.community
    ADD CONSTRAINT idx_community_actor_id UNIQUE (actor_id);

ALTER TABLE ONLY public.community
    ADD CONSTRAINT idx_community_followers_url UNIQUE (followers_url);

ALTER TABLE ONLY public.person
    ADD CONSTRAINT idx_person_actor_id UNIQUE (actor_id);

ALTER TABLE ONLY public.post
    ADD CONSTRAINT idx_post_ap_id UNIQUE (ap_id);

ALTER TABLE ONLY public.private_message
    ADD CONSTRAINT idx_private_message_ap_id UNIQUE (ap_id);

ALTER TABLE ONLY public.site
    ADD CONSTRAINT idx_site_instance_unique UNIQUE (instance_id);

ALTER TABLE ONLY public.instance
    ADD CONSTRAINT instance_domain_key UNIQUE (domain);

ALTER TABLE ONLY public.instance
    ADD CONSTRAINT instance_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.local_site
    ADD CONSTRAINT local_site_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.local_site
    ADD CONSTRAINT local_site_site_id_key UNIQUE (site_id);

ALTER TABLE ONLY public.local_user
    ADD CONSTRAINT local_user_email_key UNIQUE (email);

ALTER TABLE ONLY public.local_user
    ADD CONSTRAINT local_user_person_id_key UNIQUE (person_id);

ALTER TABLE ONLY public.local_user
    ADD CONSTRAINT local_user_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.mod_ban_from_community
    ADD CONSTRAINT mod_ban_from_community_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.mod_ban
    ADD CONSTRAINT mod_ban_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.mod_feature_post
    ADD CONSTRAINT mod_sticky_post_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.person
    ADD CONSTRAINT person__pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.post_like
    ADD CONSTRAINT post_like_pkey PRIMARY KEY (person_id, post_id);

ALTER TABLE ONLY public.post
    ADD CONSTRAINT post_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.private_message
    ADD CONSTRAINT private_message_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.site
    ADD CONSTRAINT site_actor_id_key UNIQUE (actor_id);

ALTER TABLE ONLY public.site
    ADD CONSTRAINT site_pkey PRIMARY KEY (id);

CREATE INDEX idx_comment_creator ON public.comment USING btree (creator_id);

CREATE INDEX idx_comment_language ON public.comment USING btree (language_id);

CREATE INDEX idx_comment_like_comment ON public.comment_like USING btree (comment_id);

CREATE INDEX idx_comment_like_post ON public.comment_like USING btree (post_id);

CREATE INDEX idx_comment_like_published ON public.comment_like USING btree (published);

CREATE INDEX idx_comment_post ON public.comment USING btree (post_id);

CREATE INDEX idx_comment_published ON public.comment USING btree (published DESC);

CREATE INDEX idx_community_follower_community ON public.community_follower USING btree (community_id);

CREATE INDEX idx_community_follower_published ON public.community_follower USING btree (published);

CREATE UNIQUE INDEX idx_community_lower_actor_id ON public.community USING btree (lower((actor_id)::text));

CREATE INDEX idx_community_lower_name ON public.community USING btree (lower((name)::text));

CREATE INDEX idx_community_moderator_community ON public.community_moderator USING btree (community_id);

CREATE INDEX idx_community_moderator_published ON public.community_moderator USING btree (published);

CREATE INDEX idx_community_published ON public.community USING btree (published DESC);

CREATE INDEX idx_community_title ON public.community USING btree (title);

CREATE INDEX idx_path_gist ON public.comment USING gist (path);

CREATE INDEX idx_person_local_instance ON public.person USING btree (local DESC, instance_id);

CREATE UNIQUE INDEX idx_person_lower_actor_id ON public.person USING btree (lower((actor_id)::text));

CREATE INDEX idx_person_lower_name ON public.person USING btree (lower((name)::text));

CREATE INDEX idx_person_published ON public.person USING btree (published DESC);

CREATE INDEX idx_post_community ON public.post USING btree (community_id);

CREATE INDEX idx_post_creator ON public.post USING btree (creator_id);

CREATE INDEX idx_post_language ON public.post USING btree (language_id);

CREATE INDEX idx_post_like_post ON public.post_like USING btree (post_id);

CREATE INDEX idx_post_like_published ON public.post_like USING btree (published);

CREATE INDEX idx_post_published ON public.post USING btree (published);

CREATE INDEX idx_post_url ON public.post USING btree (url);

ALTER TABLE ONLY public.comment
    ADD CONSTRAINT comment_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES public.person(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.comment_like
    ADD CONSTRAINT comment_like_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES public.comment(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.comment_like
    ADD CONSTRAINT comment_like_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.comment_like
    ADD CONSTRAINT comment_like_post_id_fkey FOREIGN KEY (post_id) REFERENCES public.post(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.comment
    ADD CONSTRAINT comment_post_id_fkey FOREIGN KEY (post_id) REFERENCES public.post(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.community_follower
    ADD CONSTRAINT community_follower_community_id_fkey FOREIGN KEY (community_id) REFERENCES public.community(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.community_follower
    ADD CONSTRAINT community_follower_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.community
    ADD CONSTRAINT community_instance_id_fkey FOREIGN KEY (instance_id) REFERENCES public.instance(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.community_moderator
    ADD CONSTRAINT community_moderator_community_id_fkey FOREIGN KEY (community_id) REFERENCES public.community(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.community_moderator
    ADD CONSTRAINT community_moderator_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.community_person_ban
    ADD CONSTRAINT community_person_ban_community_id_fkey FOREIGN KEY (community_id) REFERENCES public.community(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.community_person_ban
    ADD CONSTRAINT community_person_ban_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.local_site
    ADD CONSTRAINT local_site_site_id_fkey FOREIGN KEY (site_id) REFERENCES public.site(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.local_user
    ADD CONSTRAINT local_user_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.mod_ban_from_community
    ADD CONSTRAINT mod_ban_from_community_community_id_fkey FOREIGN KEY (community_id) REFERENCES public.community(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.mod_ban_from_community
    ADD CONSTRAINT mod_ban_from_community_mod_person_id_fkey FOREIGN KEY (mod_person_id) REFERENCES public.person(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.mod_ban_from_community
    ADD CONSTRAINT mod_ban_from_community_other_person_id_fkey FOREIGN KEY (other_person_id) REFERENCES public.person(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.mod_ban
    ADD CONSTRAINT mod_ban_mod_person_id_fkey FOREIGN KEY (mod_person_id) REFERENCES public.person(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.mod_ban
    ADD CONSTRAINT mod_ban_other_person_id_fkey FOREIGN KEY (other_person_id) REFERENCES public.person(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.mod_feature_post
    ADD CONSTRAINT mod_sticky_post_mod_person_id_fkey FOREIGN KEY (mod_person_id) REFERENCES public.person(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.mod_feature_post
    ADD CONSTRAINT mod_sticky_post_post_id_fkey FOREIGN KEY (post_id) REFERENCES public.post(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_instance_id_fkey FOREIGN KEY (instance_id) REFERENCES public.instance(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.post
    ADD CONSTRAINT post_community_id_fkey FOREIGN KEY (community_id) REFERENCES public.community(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.post
    ADD CONSTRAINT post_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES public.person(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.post_like
    ADD CONSTRAINT post_like_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.post_like
    ADD CONSTRAINT post_like_post_id_fkey FOREIGN KEY (post_id) REFERENCES public.post(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.private_message
    ADD CONSTRAINT private_message_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES public.person(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.private_message
    ADD CONSTRAINT private_message_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES public.person(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.site
    ADD CONSTRAINT site_instance_id_fkey FOREIGN KEY (instance_id) REFERENCES public.instance(id) ON UPDATE CASCADE ON DELETE CASCADE;

