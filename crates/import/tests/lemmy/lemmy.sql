-- The tables of a Lemmy 0.19.20 that an import reads, with the rows that fill.mjs had it write, without keys.

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

CREATE TABLE public.email_verification (
    id integer NOT NULL,
    local_user_id integer NOT NULL,
    email text NOT NULL,
    verification_token text NOT NULL,
    published timestamp with time zone DEFAULT now() NOT NULL
);

CREATE SEQUENCE public.email_verification_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.email_verification_id_seq OWNED BY public.email_verification.id;

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

CREATE TABLE public.registration_application (
    id integer NOT NULL,
    local_user_id integer NOT NULL,
    answer text NOT NULL,
    admin_id integer,
    deny_reason text,
    published timestamp with time zone DEFAULT now() NOT NULL
);

CREATE SEQUENCE public.registration_application_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.registration_application_id_seq OWNED BY public.registration_application.id;

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

ALTER TABLE ONLY public.email_verification ALTER COLUMN id SET DEFAULT nextval('public.email_verification_id_seq'::regclass);

ALTER TABLE ONLY public.instance ALTER COLUMN id SET DEFAULT nextval('public.instance_id_seq'::regclass);

ALTER TABLE ONLY public.local_site ALTER COLUMN id SET DEFAULT nextval('public.local_site_id_seq'::regclass);

ALTER TABLE ONLY public.local_user ALTER COLUMN id SET DEFAULT nextval('public.local_user_id_seq'::regclass);

ALTER TABLE ONLY public.mod_ban ALTER COLUMN id SET DEFAULT nextval('public.mod_ban_id_seq'::regclass);

ALTER TABLE ONLY public.mod_ban_from_community ALTER COLUMN id SET DEFAULT nextval('public.mod_ban_from_community_id_seq'::regclass);

ALTER TABLE ONLY public.mod_feature_post ALTER COLUMN id SET DEFAULT nextval('public.mod_sticky_post_id_seq'::regclass);

ALTER TABLE ONLY public.person ALTER COLUMN id SET DEFAULT nextval('public.person_id_seq'::regclass);

ALTER TABLE ONLY public.post ALTER COLUMN id SET DEFAULT nextval('public.post_id_seq'::regclass);

ALTER TABLE ONLY public.private_message ALTER COLUMN id SET DEFAULT nextval('public.private_message_id_seq'::regclass);

ALTER TABLE ONLY public.registration_application ALTER COLUMN id SET DEFAULT nextval('public.registration_application_id_seq'::regclass);

ALTER TABLE ONLY public.site ALTER COLUMN id SET DEFAULT nextval('public.site_id_seq'::regclass);

INSERT INTO public.comment VALUES
	(1, 3, 1, 'Level 1', false, '2024-03-01 12:02:21.87143+00', NULL, false, 'http://lemmy.example/comment/1', true, '0.1', false, 0),
	(2, 4, 1, 'Level 2', false, '2024-03-01 12:02:21.979487+00', NULL, false, 'http://lemmy.example/comment/2', true, '0.1.2', false, 0),
	(3, 2, 1, 'Level 3', false, '2024-03-01 12:02:22.099303+00', NULL, false, 'http://lemmy.example/comment/3', true, '0.1.2.3', false, 0),
	(4, 3, 1, 'Level 4', false, '2024-03-01 12:02:22.20364+00', NULL, false, 'http://lemmy.example/comment/4', true, '0.1.2.3.4', false, 0),
	(5, 4, 1, 'Level 5', false, '2024-03-01 12:02:22.294417+00', NULL, false, 'http://lemmy.example/comment/5', true, '0.1.2.3.4.5', false, 0),
	(6, 2, 1, 'Level 6', false, '2024-03-01 12:02:22.416762+00', NULL, false, 'http://lemmy.example/comment/6', true, '0.1.2.3.4.5.6', false, 0),
	(7, 3, 1, 'Level 7', false, '2024-03-01 12:02:22.535582+00', NULL, false, 'http://lemmy.example/comment/7', true, '0.1.2.3.4.5.6.7', false, 0),
	(8, 4, 1, 'Level 8', false, '2024-03-01 12:02:22.645462+00', NULL, false, 'http://lemmy.example/comment/8', true, '0.1.2.3.4.5.6.7.8', false, 0),
	(9, 2, 1, 'Level 9', false, '2024-03-01 12:02:22.726162+00', NULL, false, 'http://lemmy.example/comment/9', true, '0.1.2.3.4.5.6.7.8.9', false, 0),
	(10, 3, 1, 'Level 10', false, '2024-03-01 12:02:22.809794+00', NULL, false, 'http://lemmy.example/comment/10', true, '0.1.2.3.4.5.6.7.8.9.10', false, 0),
	(11, 4, 1, 'Level 11', false, '2024-03-01 12:02:22.951386+00', NULL, false, 'http://lemmy.example/comment/11', true, '0.1.2.3.4.5.6.7.8.9.10.11', false, 0),
	(12, 2, 1, 'Level 12', false, '2024-03-01 12:02:23.061279+00', NULL, false, 'http://lemmy.example/comment/12', true, '0.1.2.3.4.5.6.7.8.9.10.11.12', false, 0),
	(13, 3, 1, 'Another branch, [@moritz_m@lemmy.example](http://lemmy.example/u/moritz_m)', false, '2024-03-01 12:02:23.204765+00', '2024-03-01 12:02:23.246414+00', false, 'http://lemmy.example/comment/13', true, '0.1.13', false, 0),
	(14, 7, 1, 'I regret this.', false, '2024-03-01 12:02:23.302295+00', NULL, true, 'http://lemmy.example/comment/14', true, '0.14', false, 0),
	(15, 16, 1, 'Hello from *far* away', false, '2024-03-01 12:02:23.564989+00', NULL, false, 'http://far.example/comment/7', false, '0.1.13.15', false, 0),
	(17, 4, 2, 'He is gone.', false, '2024-03-01 12:02:24.569489+00', NULL, false, 'http://lemmy.example/comment/17', true, '0.16.17', false, 0),
	(18, 17, 10, 'In another community', false, '2024-03-01 12:02:24.70427+00', NULL, false, 'http://far.example/comment/19', false, '0.18', false, 0),
	(20, 11, 1, 'Removed and **restored** <b>raw</b> 👋🏽', false, '2024-03-01 12:02:25.387458+00', NULL, false, 'http://lemmy.example/comment/20', true, '0.20', false, 0),
	(16, 5, 2, 'You are all wrong.', true, '2024-03-01 12:02:24.470951+00', '2024-03-01 12:02:28.205912+00', false, 'http://lemmy.example/comment/16', true, '0.16', false, 0),
	(19, 12, 1, '*Permanently Deleted*', false, '2024-03-01 12:02:25.294051+00', '2024-03-01 12:02:28.923928+00', true, 'http://lemmy.example/comment/19', true, '0.19', false, 0);

INSERT INTO public.comment_like VALUES
	(4, 2, 1, 1, '2024-03-01 12:02:22.021112+00'),
	(2, 3, 1, 1, '2024-03-01 12:02:22.138977+00'),
	(3, 4, 1, 1, '2024-03-01 12:02:22.245918+00'),
	(4, 5, 1, 1, '2024-03-01 12:02:22.340738+00'),
	(2, 6, 1, 1, '2024-03-01 12:02:22.46919+00'),
	(3, 7, 1, 1, '2024-03-01 12:02:22.575793+00'),
	(4, 8, 1, 1, '2024-03-01 12:02:22.690594+00'),
	(2, 9, 1, 1, '2024-03-01 12:02:22.771172+00'),
	(3, 10, 1, 1, '2024-03-01 12:02:22.866613+00'),
	(4, 11, 1, 1, '2024-03-01 12:02:22.989949+00'),
	(2, 12, 1, 1, '2024-03-01 12:02:23.100281+00'),
	(3, 13, 1, 1, '2024-03-01 12:02:23.21202+00'),
	(7, 14, 1, 1, '2024-03-01 12:02:23.350509+00'),
	(16, 15, 1, 1, '2024-03-01 12:02:23.780944+00'),
	(5, 16, 2, 1, '2024-03-01 12:02:24.50804+00'),
	(4, 17, 2, 1, '2024-03-01 12:02:24.608069+00'),
	(17, 18, 10, 1, '2024-03-01 12:02:24.863887+00'),
	(12, 19, 1, 1, '2024-03-01 12:02:25.325738+00'),
	(11, 20, 1, 1, '2024-03-01 12:02:25.419368+00'),
	(3, 1, 1, 1, '2024-03-01 12:02:26.703436+00'),
	(4, 13, 1, -1, '2024-03-01 12:02:26.776237+00'),
	(3, 18, 10, 1, '2024-03-01 12:02:27.511655+00');

INSERT INTO public.community VALUES
	(2, 'mice', 'Mice & men', 'About mice', false, '2024-03-01 12:01:44.918224+00', NULL, false, false, 'http://lemmy.example/c/mice', true, NULL, '', '2024-03-01 12:01:44.918224+00', NULL, NULL, 'http://lemmy.example/c/mice/followers', 'http://lemmy.example/c/mice/inbox', 'http://lemmy.example/inbox', false, false, 1, NULL, NULL, 'Public'),
	(3, 'inside', 'Only for us', 'About inside', false, '2024-03-01 12:01:49.370099+00', NULL, false, false, 'http://lemmy.example/c/inside', true, NULL, '', '2024-03-01 12:01:49.370099+00', NULL, NULL, 'http://lemmy.example/c/inside/followers', 'http://lemmy.example/c/inside/inbox', 'http://lemmy.example/inbox', false, false, 1, NULL, NULL, 'LocalOnly'),
	(6, 'норы', 'Норы & <b>ходы</b>', 'About норы', false, '2024-03-01 12:01:55.344792+00', NULL, false, false, 'http://lemmy.example/c/%D0%BD%D0%BE%D1%80%D1%8B', true, NULL, '', '2024-03-01 12:01:55.344792+00', NULL, NULL, 'http://lemmy.example/c/%D0%BD%D0%BE%D1%80%D1%8B/followers', 'http://lemmy.example/c/%D0%BD%D0%BE%D1%80%D1%8B/inbox', 'http://lemmy.example/inbox', false, false, 1, NULL, NULL, 'Public'),
	(7, 'mice', 'Mice elsewhere', 'About mice', false, '2024-03-01 12:02:06.642237+00', NULL, false, false, 'http://far.example/c/mice', false, NULL, '', '2024-03-01 12:02:27.483984+00', NULL, NULL, 'http://far.example/c/mice/followers', 'http://far.example/c/mice/inbox', 'http://far.example/inbox', false, false, 2, 'http://far.example/c/mice/moderators', 'http://far.example/c/mice/featured', 'Public'),
	(4, 'shut', 'Shut by the admins', 'About shut', true, '2024-03-01 12:01:50.443422+00', NULL, false, false, 'http://lemmy.example/c/shut', true, NULL, '', '2024-03-01 12:01:50.443422+00', NULL, NULL, 'http://lemmy.example/c/shut/followers', 'http://lemmy.example/c/shut/inbox', 'http://lemmy.example/inbox', false, false, 1, NULL, NULL, 'Public'),
	(5, 'over', 'Shut by its owner', 'About over', false, '2024-03-01 12:01:54.000198+00', NULL, true, false, 'http://lemmy.example/c/over', true, NULL, '', '2024-03-01 12:01:54.000198+00', NULL, NULL, 'http://lemmy.example/c/over/followers', 'http://lemmy.example/c/over/inbox', 'http://lemmy.example/inbox', false, false, 1, NULL, NULL, 'Public');

INSERT INTO public.community_follower VALUES
	(2, 4, '2024-03-01 12:01:44.930638+00', false),
	(3, 3, '2024-03-01 12:01:49.38731+00', false),
	(4, 2, '2024-03-01 12:01:50.455015+00', false),
	(5, 4, '2024-03-01 12:01:54.010954+00', false),
	(6, 9, '2024-03-01 12:01:55.355791+00', false),
	(2, 3, '2024-03-01 12:01:55.43496+00', false),
	(2, 16, '2024-03-01 12:02:19.173219+00', false),
	(2, 17, '2024-03-01 12:02:19.286971+00', false),
	(7, 3, '2024-03-01 12:02:19.044399+00', false);

INSERT INTO public.community_moderator VALUES
	(2, 4, '2024-03-01 12:01:44.92908+00'),
	(3, 3, '2024-03-01 12:01:49.385554+00'),
	(4, 2, '2024-03-01 12:01:50.453445+00'),
	(5, 4, '2024-03-01 12:01:54.009325+00'),
	(6, 9, '2024-03-01 12:01:55.354475+00'),
	(6, 3, '2024-03-01 12:01:55.380042+00'),
	(7, 15, '2024-03-01 12:02:07.173899+00');

INSERT INTO public.community_person_ban VALUES
	(2, 8, '2024-03-01 12:02:28.281317+00', NULL),
	(3, 8, '2024-03-01 12:02:28.305753+00', '2024-03-01 12:02:32.276484+00'),
	(2, 10, '2024-03-01 12:02:28.327287+00', '2125-01-01 00:00:00+00');

INSERT INTO public.email_verification VALUES
	(3, 12, 'mayor@example.org', '5bbbe087-3cd1-472b-aa0d-6c27c47d30a2', '2024-03-01 12:01:28.912426+00');

INSERT INTO public.instance VALUES
	(1, 'lemmy.example', '2024-03-01 11:59:51.398434+00', '2024-03-01 11:59:51.397516+00', NULL, NULL),
	(2, 'far.example', '2024-03-01 12:02:06.932991+00', '2024-03-01 12:02:06.932439+00', NULL, NULL);

INSERT INTO public.local_site VALUES
	(1, 1, true, true, true, false, false, 'to verify that you are human, please explain why you want to create an account on this site', false, 'browser', 'Local', NULL, true, false, NULL, 20, true, false, 'medium', '2024-03-01 12:00:00+00', '2024-03-01 12:02:28.941989+00', 'RequireApplication', false, false, 'List', 'Active');

INSERT INTO public.local_user VALUES
	(1, 2, '$2b$12$GmcBW6tG3JU9ddZlI1HqcOUbOUOHppq8zlEbJfvkVx3ch30jbVkw6', NULL, false, 'browser', 'Active', 'Local', 'browser', true, false, true, true, true, false, true, NULL, false, true, false, false, true, 'List', false, false, true, false, '2024-01-23 01:06:41.897183+00'),
	(3, 4, '$2b$12$BpFFkoTm6BXwtQmzr2wYeuaVdXdCQy/ONRIRNKw5riag71s27CDqm', 'member1@example.org', false, 'browser', 'Active', 'Local', 'en', true, false, true, true, true, false, true, NULL, false, true, false, false, false, 'List', false, false, true, false, '2023-03-06 19:52:47.594959+00'),
	(4, 5, '$2b$12$1wAl0Xz9KdANCiYlcHUcQelM5WaHVoczefvlTJ9zoK7Vt331iU3TW', 'member2@example.org', false, 'browser', 'Active', 'Local', 'en', true, false, true, true, true, false, true, NULL, false, true, false, false, false, 'List', false, false, true, false, '2023-10-20 15:48:40.617355+00'),
	(5, 6, '$2b$12$6qLzhRE/6EKRWgvlxjTOvOPI74xDkp4OC9roIVr57r1dJ0S0ZqUCa', 'member3@example.org', false, 'browser', 'Active', 'Local', 'en', true, false, true, true, true, false, true, NULL, false, true, false, false, false, 'List', false, false, true, false, '2023-06-02 07:16:30.359491+00'),
	(7, 8, '$2b$12$VoNn3t.h3j6N30ITHpJSw.Kubvj9j3lmg02lkE1Bw6if8HBH7N6Zu', 'member5@example.org', false, 'browser', 'Active', 'Local', 'en', true, false, true, true, true, false, true, NULL, false, true, false, false, false, 'List', false, false, true, false, '2023-03-21 00:25:32.991705+00'),
	(8, 9, '$2b$12$YazXXDu.Cmx8/5Irt/QDauM3N/8T68W9gZGMffS3FM9Npgq2Mt6mm', 'member6@example.org', false, 'browser', 'Active', 'Local', 'en', true, false, true, true, true, false, true, NULL, false, true, false, false, false, 'List', false, false, true, false, '2023-05-19 23:55:26.554637+00'),
	(9, 10, '$2b$12$XFczG8YzvZKlbNgJDeG6IuGWaoMYcZDo1x1lBIfFGQUFAnCup5UJu', 'member7@example.org', false, 'browser', 'Active', 'Local', 'en', true, false, true, true, true, false, true, NULL, false, true, false, false, false, 'List', false, false, true, false, '2023-10-30 02:40:54.504516+00'),
	(10, 11, '$2b$12$ZF71SYcqBxGeUq9AgKweZuMZunDkAvcPMdW9MJz10lWxPqdgN0LFi', 'member8@example.org', false, 'browser', 'Active', 'Local', 'en', true, false, true, true, true, false, true, NULL, false, true, false, false, false, 'List', false, false, true, false, '2023-08-04 22:25:16.507624+00'),
	(2, 3, '$2b$12$4ZE8Uje1NpVTI5fAutwhBe0xTC91BzaDt6UPsW2HZJ/HuHtR/9M1K', 'lena@example.org', false, 'browser', 'Active', 'Local', 'en', true, false, true, true, true, true, true, NULL, false, true, false, false, false, 'List', false, false, true, false, '2023-11-12 12:46:18.150049+00'),
	(12, 13, '$2b$12$7D/t1s2Al1BlJbPaUKrQI.55DYXaHnn7rae5dbfkaBbkAg2JWEelu', 'mayor@example.org', false, 'browser', 'Active', 'Local', 'en', true, false, true, true, true, true, true, NULL, false, true, false, false, false, 'List', false, false, true, false, '2023-10-04 14:00:25.667584+00'),
	(6, 7, '$2b$12$9kAijjTSaStLEidju21VO.4/w7HGlO8cLuhPxyNVnPLinjUigZtnW', NULL, false, 'browser', 'Active', 'Local', 'en', true, false, true, true, true, false, true, NULL, false, true, false, false, false, 'List', false, false, true, false, '2023-03-19 00:30:53.747103+00'),
	(11, 12, '$2b$12$No8yCUn1J6VxGj5DWiV/auUhaa7YOYt73Alt1Aoy9IE7sIGEVWcVi', NULL, false, 'browser', 'Active', 'Local', 'en', true, false, true, true, true, false, true, NULL, false, true, false, false, false, 'List', false, false, true, false, '2023-06-10 01:19:06.789861+00'),
	(15, 21, '$2b$12$7v0eFgvPnKkvBDPoHbumV.ybLJD0YcEgLLPd8RJ7WXs5lr4s1Ii1S', NULL, false, 'browser', 'Active', 'Local', 'en', true, false, true, true, true, false, false, NULL, false, true, false, false, false, 'List', false, false, true, false, '2023-05-11 00:30:42.907326+00'),
	(14, 20, '$2b$12$LdDSwL9Qt9skdlkJq1uQQeqKuyEhOFXnUq.zmnh5mC/m7pytbLhEW', NULL, false, 'browser', 'Active', 'Local', 'en', true, false, true, true, true, false, false, NULL, false, true, false, false, false, 'List', false, false, true, false, '2023-04-03 03:02:08.695369+00'),
	(13, 19, '$2b$12$J9iA6MTrI01.kr.ArFE1AuiktpbJYIG0rADelWRS1C1UHVthDAYh6', NULL, false, 'browser', 'Active', 'Local', 'en', true, false, true, true, true, false, true, NULL, false, true, false, false, false, 'List', false, false, true, false, '2023-10-05 08:33:54.499379+00');

INSERT INTO public.mod_ban VALUES
	(1, 2, 5, 'Trolls everybody', true, NULL, '2024-03-01 12:02:28.21241+00'),
	(2, 2, 6, 'Needs a rest', true, '2033-02-27 12:02:31.276484+00', '2024-03-01 12:02:28.22903+00'),
	(3, 2, 11, 'By mistake', true, NULL, '2024-03-01 12:02:28.244104+00'),
	(4, 2, 11, 'It was a mistake', false, NULL, '2024-03-01 12:02:28.261521+00'),
	(5, 2, 8, 'Long ago', true, '2024-03-01 12:02:32.276484+00', '2024-03-01 12:02:28.349057+00');

INSERT INTO public.mod_ban_from_community VALUES
	(1, 4, 8, 2, 'Feeds the mice cheese', true, NULL, '2024-03-01 12:02:28.28586+00'),
	(2, 3, 8, 3, 'For a moment', true, '2024-03-01 12:02:32.276484+00', '2024-03-01 12:02:28.309444+00'),
	(3, 4, 10, 2, 'Needs a pause', true, '2033-02-27 12:02:32.276484+00', '2024-03-01 12:02:28.329374+00');

INSERT INTO public.mod_feature_post VALUES
	(1, 4, 3, true, '2024-03-01 12:02:21.371605+00', true),
	(2, 4, 3, false, '2024-03-01 12:02:21.405762+00', true),
	(3, 4, 3, true, '2024-03-01 12:02:21.423321+00', true),
	(4, 4, 2, true, '2024-03-01 12:02:21.445851+00', true),
	(5, 4, 2, false, '2024-03-01 12:02:21.475642+00', true),
	(6, 2, 19, true, '2024-03-01 12:02:21.544967+00', false);

INSERT INTO public.person VALUES
	(2, 'root', NULL, NULL, false, '2024-03-01 11:59:54.445496+00', NULL, 'http://lemmy.example/u/root', NULL, true, NULL, '', '2024-03-01 11:59:54.445496+00', NULL, false, 'http://lemmy.example/u/root/inbox', 'http://lemmy.example/inbox', NULL, false, NULL, 1),
	(4, 'moritz_m', NULL, NULL, false, '2024-03-01 12:00:42.391759+00', NULL, 'http://lemmy.example/u/moritz_m', NULL, true, NULL, '', '2024-03-01 12:00:42.391759+00', NULL, false, 'http://lemmy.example/u/moritz_m/inbox', 'http://lemmy.example/inbox', NULL, false, NULL, 1),
	(9, 'мышовка', NULL, NULL, false, '2024-03-01 12:00:58.071437+00', NULL, 'http://lemmy.example/u/%D0%BC%D1%8B%D1%88%D0%BE%D0%B2%D0%BA%D0%B0', NULL, true, NULL, '', '2024-03-01 12:00:58.071437+00', NULL, false, 'http://lemmy.example/u/%D0%BC%D1%8B%D1%88%D0%BE%D0%B2%D0%BA%D0%B0/inbox', 'http://lemmy.example/inbox', NULL, false, NULL, 1),
	(20, 'denied', NULL, NULL, false, '2024-03-01 12:02:36.688969+00', NULL, 'http://lemmy.example/u/denied', NULL, true, NULL, '', '2024-03-01 12:02:36.688969+00', NULL, false, 'http://lemmy.example/u/denied/inbox', 'http://lemmy.example/inbox', NULL, false, NULL, 1),
	(3, 'Lena', 'Lena 🐁', 'http://lemmy.example/pictrs/image/c05ca00f.png', false, '2024-03-01 12:00:36.418849+00', NULL, 'http://lemmy.example/u/Lena', 'I keep **mice**.', true, NULL, '', '2024-03-01 12:00:36.418849+00', NULL, false, 'http://lemmy.example/u/Lena/inbox', 'http://lemmy.example/inbox', NULL, false, NULL, 1),
	(16, 'lena', NULL, NULL, false, '2024-03-01 12:02:00.846387+00', NULL, 'http://far.example/u/lena', NULL, false, NULL, '', '2024-03-01 12:02:19.154563+00', NULL, false, 'http://far.example/u/lena/inbox', 'http://far.example/inbox', NULL, false, NULL, 2),
	(17, 'stranger', NULL, NULL, false, '2024-03-01 12:02:02.791727+00', NULL, 'http://far.example/u/stranger', NULL, false, NULL, '', '2024-03-01 12:02:19.273553+00', NULL, false, 'http://far.example/u/stranger/inbox', 'http://far.example/inbox', NULL, false, NULL, 2),
	(21, 'waiting', NULL, NULL, false, '2024-03-01 12:02:39.748926+00', NULL, 'http://lemmy.example/u/waiting', NULL, true, NULL, '', '2024-03-01 12:02:39.748926+00', NULL, false, 'http://lemmy.example/u/waiting/inbox', 'http://lemmy.example/inbox', NULL, false, NULL, 1),
	(5, 'troll', NULL, NULL, true, '2024-03-01 12:00:46.607755+00', NULL, 'http://lemmy.example/u/troll', NULL, true, NULL, '', '2024-03-01 12:00:46.607755+00', NULL, false, 'http://lemmy.example/u/troll/inbox', 'http://lemmy.example/inbox', NULL, false, NULL, 1),
	(13, 'moved_on', NULL, NULL, false, '2024-03-01 12:01:16.931584+00', NULL, 'http://lemmy.example/u/moved_on', NULL, true, NULL, '', '2024-03-01 12:01:16.931584+00', NULL, false, 'http://lemmy.example/u/moved_on/inbox', 'http://lemmy.example/inbox', NULL, false, NULL, 1),
	(10, 'فأر_صغير', 'الفأر الصغير', NULL, false, '2024-03-01 12:01:02.376516+00', NULL, 'http://lemmy.example/u/%D9%81%D8%A3%D8%B1_%D8%B5%D8%BA%D9%8A%D8%B1', 'أكتب عن <b>الفئران</b> & 鼠', true, NULL, '', '2024-03-01 12:01:02.376516+00', NULL, false, 'http://lemmy.example/u/%D9%81%D8%A3%D8%B1_%D8%B5%D8%BA%D9%8A%D8%B1/inbox', 'http://lemmy.example/inbox', NULL, false, NULL, 1),
	(8, 'forgiven', NULL, NULL, true, '2024-03-01 12:00:55.551705+00', NULL, 'http://lemmy.example/u/forgiven', NULL, true, NULL, '', '2024-03-01 12:00:55.551705+00', NULL, false, 'http://lemmy.example/u/forgiven/inbox', 'http://lemmy.example/inbox', NULL, false, '2024-03-01 12:02:32.276484+00', 1),
	(11, 'restored', NULL, NULL, false, '2024-03-01 12:01:06.082024+00', NULL, 'http://lemmy.example/u/restored', NULL, true, NULL, '', '2024-03-01 12:01:06.082024+00', NULL, false, 'http://lemmy.example/u/restored/inbox', 'http://lemmy.example/inbox', NULL, false, NULL, 1),
	(7, 'left', NULL, NULL, false, '2024-03-01 12:00:50.492703+00', '2024-03-01 12:02:28.66136+00', 'http://lemmy.example/u/left', NULL, true, NULL, '', '2024-03-01 12:00:50.492703+00', NULL, true, 'http://lemmy.example/u/left/inbox', 'http://lemmy.example/inbox', NULL, false, NULL, 1),
	(12, 'vanished', NULL, NULL, false, '2024-03-01 12:01:10.217061+00', '2024-03-01 12:02:28.93128+00', 'http://lemmy.example/u/vanished', NULL, true, NULL, '', '2024-03-01 12:01:10.217061+00', NULL, true, 'http://lemmy.example/u/vanished/inbox', 'http://lemmy.example/inbox', NULL, false, NULL, 1),
	(15, 'far_admin', NULL, NULL, false, '2024-03-01 11:59:55.687197+00', NULL, 'http://far.example/u/far_admin', NULL, false, NULL, '', '2024-03-01 12:02:27.693087+00', NULL, false, 'http://far.example/u/far_admin/inbox', 'http://far.example/inbox', NULL, false, NULL, 2),
	(19, 'accepted', NULL, 'http://lemmy.example/api/v3/image_proxy?url=http%3A%2F%2Felsewhere.example%2Fme.png', false, '2024-03-01 12:02:32.649779+00', NULL, 'http://lemmy.example/u/accepted', NULL, true, NULL, '', '2024-03-01 12:02:32.649779+00', NULL, false, 'http://lemmy.example/u/accepted/inbox', 'http://lemmy.example/inbox', NULL, false, NULL, 1),
	(6, 'resting', NULL, NULL, true, '2024-03-01 12:00:48.484291+00', NULL, 'http://lemmy.example/u/resting', NULL, true, NULL, '', '2024-03-01 12:00:48.484291+00', NULL, false, 'http://lemmy.example/u/resting/inbox', 'http://lemmy.example/inbox', NULL, false, '2125-01-01 00:00:00+00', 1);

INSERT INTO public.post VALUES
	(1, 'A mouse of mine', 'http://lemmy.example/pictrs/image/140fa858.png', NULL, 3, 2, false, false, '2024-03-01 12:01:55.498375+00', NULL, false, false, NULL, NULL, 'http://lemmy.example/pictrs/image/712dbda4.png', 'http://lemmy.example/post/1', true, NULL, 0, false, false, 'image/png', 'A grey mouse'),
	(7, 'Members read this', NULL, 'A text for accounts of this instance.', 3, 3, false, false, '2024-03-01 12:01:55.944334+00', NULL, false, false, NULL, NULL, NULL, 'http://lemmy.example/post/7', true, NULL, 0, false, false, NULL, NULL),
	(8, 'From a community that is shut', NULL, 'Nobody reads this any more.', 6, 4, false, false, '2024-03-01 12:01:56.012771+00', NULL, false, false, NULL, NULL, NULL, 'http://lemmy.example/post/8', true, NULL, 0, false, false, NULL, NULL),
	(9, 'From far away', NULL, 'A post of another instance in our community.', 16, 2, false, false, '2024-03-01 12:02:19.666573+00', NULL, false, false, NULL, NULL, NULL, 'http://far.example/post/7', false, NULL, 0, false, false, NULL, NULL),
	(11, 'Of somebody who left', NULL, 'My words remain.', 7, 2, false, false, '2024-03-01 12:02:20.680733+00', NULL, false, false, NULL, NULL, NULL, 'http://lemmy.example/post/11', true, NULL, 0, false, false, NULL, NULL),
	(12, 'العناوين العربية', NULL, '> اقتباس

نص من اليمين إلى اليسار 🐭

::: spoiler Surprise
A mouse
:::', 3, 2, false, false, '2024-03-01 12:02:20.708045+00', NULL, false, false, NULL, NULL, NULL, 'http://lemmy.example/post/12', true, NULL, 0, false, false, NULL, NULL),
	(13, 'wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww', NULL, '123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef', 10, 6, false, false, '2024-03-01 12:02:20.744764+00', NULL, false, false, NULL, NULL, NULL, 'http://lemmy.example/post/13', true, NULL, 0, false, false, NULL, NULL),
	(14, 'Raw <b>HTML</b> & "signs"', NULL, '<script>alert(1)</script> <b>bold</b> &amp; &lt;

```
no end **of

[link](http:// | a |
| --', 9, 6, false, false, '2024-03-01 12:02:20.820493+00', NULL, false, false, NULL, NULL, NULL, 'http://lemmy.example/post/14', true, NULL, 0, false, false, NULL, NULL),
	(15, 'ネズミ 👩‍👩‍👧 鼠', NULL, '日本語の本文です。𠮷野家 é ‮rtl‬', 10, 6, false, false, '2024-03-01 12:02:20.903387+00', NULL, false, false, NULL, NULL, NULL, 'http://lemmy.example/post/15', true, NULL, 0, false, false, NULL, NULL),
	(16, 'A magnet', 'magnet:?xt=urn%3Abtih%3Ac12fe1c06bba254a9dc9f519b335aa7c1367a88a', NULL, 4, 2, false, false, '2024-03-01 12:02:21.000273+00', NULL, false, false, NULL, NULL, NULL, 'http://lemmy.example/post/16', true, NULL, 0, false, false, NULL, NULL),
	(17, 'A picture elsewhere', 'http://elsewhere.example/photo.png', 'Not mine.', 4, 2, false, false, '2024-03-01 12:02:21.089364+00', NULL, false, false, NULL, NULL, 'http://elsewhere.example/photo.png', 'http://lemmy.example/post/17', true, NULL, 0, false, false, 'image/png', 'Somebody else''s mouse'),
	(3, 'Rules', NULL, 'Be kind to mice.', 4, 2, false, false, '2024-03-01 12:01:55.680928+00', NULL, false, false, NULL, NULL, NULL, 'http://lemmy.example/post/3', true, NULL, 0, true, false, NULL, NULL),
	(2, 'Cheese is no food', 'http://elsewhere.example/cheese?for=mice', 'They **like** it, but ![see](http://lemmy.example/pictrs/image/140fa858.png)', 4, 2, false, false, '2024-03-01 12:01:55.598859+00', '2024-03-01 12:02:21.337704+00', false, false, 'Cheese', 'About cheese', NULL, 'http://lemmy.example/post/2', true, NULL, 0, false, false, 'text/html', NULL),
	(19, 'News of the instance', NULL, 'Pinned above all communities.', 2, 2, false, false, '2024-03-01 12:02:21.274102+00', NULL, false, false, NULL, NULL, NULL, 'http://lemmy.example/post/19', true, NULL, 0, false, true, NULL, NULL),
	(4, 'Nothing more to say', NULL, 'This one is locked.', 3, 2, false, true, '2024-03-01 12:01:55.752488+00', NULL, false, false, NULL, NULL, NULL, 'http://lemmy.example/post/4', true, NULL, 0, false, false, NULL, NULL),
	(5, 'Taken back', NULL, 'I regret this.', 3, 2, false, false, '2024-03-01 12:01:55.807945+00', NULL, true, false, NULL, NULL, NULL, 'http://lemmy.example/post/5', true, NULL, 0, false, false, NULL, NULL),
	(20, 'Removed and restored', NULL, 'It was a mistake.', 11, 2, false, false, '2024-03-01 12:02:21.306572+00', NULL, false, false, NULL, NULL, NULL, 'http://lemmy.example/post/20', true, NULL, 0, false, false, NULL, NULL),
	(10, 'Elsewhere', NULL, 'A post in a community of another instance.', 17, 7, false, false, '2024-03-01 12:02:19.856303+00', NULL, false, false, NULL, NULL, NULL, 'http://far.example/post/8', false, NULL, 0, false, false, NULL, NULL),
	(6, 'Removed by a moderator', NULL, 'Cats are better than mice.', 5, 2, true, false, '2024-03-01 12:01:55.875541+00', '2024-03-01 12:02:28.201581+00', false, false, NULL, NULL, NULL, 'http://lemmy.example/post/6', true, NULL, 0, false, false, NULL, NULL),
	(18, '*Permanently Deleted*', NULL, '*Permanently Deleted*', 12, 2, false, false, '2024-03-01 12:02:21.175694+00', '2024-03-01 12:02:28.927054+00', true, false, 'Cheese', 'About cheese', NULL, 'http://lemmy.example/post/18', true, NULL, 0, false, false, 'text/html', NULL),
	(22, 'Through the proxy of pictures', 'http://lemmy.example/api/v3/image_proxy?url=http%3A%2F%2Felsewhere.example%2Fkitten.png', 'See ![a tail](http://lemmy.example/api/v3/image_proxy?url=http%3A%2F%2Felsewhere.example%2Ftail%2520two.png%3Fw%3D1%26h%3D2 "Its tail").', 19, 2, false, false, '2024-03-01 12:02:42.53166+00', NULL, false, false, NULL, NULL, 'http://lemmy.example/api/v3/image_proxy?url=http%3A%2F%2Felsewhere.example%2Fkitten.png', 'http://lemmy.example/post/22', true, NULL, 0, false, false, 'image/png', 'A kitten');

INSERT INTO public.post_like VALUES
	(1, 3, 1, '2024-03-01 12:01:55.522318+00'),
	(2, 4, 1, '2024-03-01 12:01:55.611519+00'),
	(3, 4, 1, '2024-03-01 12:01:55.687259+00'),
	(4, 3, 1, '2024-03-01 12:01:55.758324+00'),
	(5, 3, 1, '2024-03-01 12:01:55.811741+00'),
	(6, 5, 1, '2024-03-01 12:01:55.88104+00'),
	(7, 3, 1, '2024-03-01 12:01:55.951815+00'),
	(8, 6, 1, '2024-03-01 12:01:56.018546+00'),
	(9, 16, 1, '2024-03-01 12:02:19.835515+00'),
	(11, 7, 1, '2024-03-01 12:02:20.68523+00'),
	(12, 3, 1, '2024-03-01 12:02:20.711945+00'),
	(13, 10, 1, '2024-03-01 12:02:20.754343+00'),
	(14, 9, 1, '2024-03-01 12:02:20.825135+00'),
	(15, 10, 1, '2024-03-01 12:02:20.908481+00'),
	(16, 4, 1, '2024-03-01 12:02:21.006073+00'),
	(17, 4, 1, '2024-03-01 12:02:21.104861+00'),
	(18, 12, 1, '2024-03-01 12:02:21.188901+00'),
	(19, 2, 1, '2024-03-01 12:02:21.278193+00'),
	(20, 11, 1, '2024-03-01 12:02:21.31055+00'),
	(1, 4, 1, '2024-03-01 12:02:25.631841+00'),
	(1, 8, -1, '2024-03-01 12:02:25.692729+00'),
	(1, 17, 1, '2024-03-01 12:02:26.034382+00'),
	(10, 17, 1, '2024-03-01 12:02:20.052791+00'),
	(22, 19, 1, '2024-03-01 12:02:42.559005+00');

INSERT INTO public.private_message VALUES
	(1, 3, 4, 'A *private* word?', false, true, '2024-03-01 12:02:26.926325+00', NULL, 'http://lemmy.example/private_message/1', true, false),
	(2, 4, 3, 'Of course.', false, false, '2024-03-01 12:02:27.068888+00', NULL, 'http://lemmy.example/private_message/2', true, false),
	(3, 3, 4, 'Taken back', true, false, '2024-03-01 12:02:27.205682+00', NULL, 'http://lemmy.example/private_message/3', true, false),
	(4, 17, 3, 'Hello from far away', false, false, '2024-03-01 12:02:27.460191+00', NULL, 'http://far.example/private_message/1', false, false),
	(5, 7, 3, 'Good-bye', false, true, '2024-03-01 12:02:27.997792+00', NULL, 'http://lemmy.example/private_message/5', true, false),
	(6, 10, 2, 'مرحبا يا مدير 🐭', false, false, '2024-03-01 12:02:28.052811+00', NULL, 'http://lemmy.example/private_message/6', true, false),
	(7, 4, 2, 'May I moderate **more**?', false, true, '2024-03-01 12:02:28.086424+00', '2024-03-01 12:02:28.123151+00', 'http://lemmy.example/private_message/7', true, false),
	(8, 5, 3, 'Cats!', false, false, '2024-03-01 12:02:28.143496+00', '2024-03-01 12:02:28.210282+00', 'http://lemmy.example/private_message/8', true, true);

INSERT INTO public.registration_application VALUES
	(3, 15, 'I am waiting.', NULL, NULL, '2024-03-01 12:02:39.748926+00'),
	(2, 14, 'I am denied.', 2, NULL, '2024-03-01 12:02:36.688969+00'),
	(1, 13, 'I am accepted.', 2, NULL, '2024-03-01 12:02:32.649779+00');

INSERT INTO public.site VALUES
	(2, 'far', NULL, '2024-03-01 12:02:06.936907+00', '2024-03-01 12:00:32.235676+00', NULL, NULL, NULL, 'http://far.example/', '2024-03-01 12:02:27.464197+00', 'http://far.example/inbox', NULL, '', 2, NULL),
	(1, 'lemmy', NULL, '2024-03-01 11:59:59.974613+00', '2024-03-01 12:02:28.940699+00', NULL, NULL, NULL, 'http://lemmy.example/', '2024-03-01 11:59:59.967038+00', 'http://lemmy.example/inbox', NULL, '', 1, NULL);

SELECT pg_catalog.setval('public.changeme_seq', 1, false);

SELECT pg_catalog.setval('public.comment_id_seq', 20, true);

SELECT pg_catalog.setval('public.community_id_seq', 8, true);

SELECT pg_catalog.setval('public.email_verification_id_seq', 3, true);

SELECT pg_catalog.setval('public.instance_id_seq', 2, true);

SELECT pg_catalog.setval('public.local_site_id_seq', 1, true);

SELECT pg_catalog.setval('public.local_user_id_seq', 15, true);

SELECT pg_catalog.setval('public.mod_ban_from_community_id_seq', 3, true);

SELECT pg_catalog.setval('public.mod_ban_id_seq', 5, true);

SELECT pg_catalog.setval('public.mod_sticky_post_id_seq', 6, true);

SELECT pg_catalog.setval('public.person_id_seq', 21, true);

SELECT pg_catalog.setval('public.post_id_seq', 22, true);

SELECT pg_catalog.setval('public.private_message_id_seq', 8, true);

SELECT pg_catalog.setval('public.registration_application_id_seq', 3, true);

SELECT pg_catalog.setval('public.site_id_seq', 3, true);

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

ALTER TABLE ONLY public.email_verification
    ADD CONSTRAINT email_verification_pkey PRIMARY KEY (id);

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

ALTER TABLE ONLY public.registration_application
    ADD CONSTRAINT registration_application_local_user_id_key UNIQUE (local_user_id);

ALTER TABLE ONLY public.registration_application
    ADD CONSTRAINT registration_application_pkey PRIMARY KEY (id);

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

CREATE INDEX idx_registration_application_published ON public.registration_application USING btree (published DESC);

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

ALTER TABLE ONLY public.email_verification
    ADD CONSTRAINT email_verification_local_user_id_fkey FOREIGN KEY (local_user_id) REFERENCES public.local_user(id) ON UPDATE CASCADE ON DELETE CASCADE;

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

ALTER TABLE ONLY public.registration_application
    ADD CONSTRAINT registration_application_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES public.person(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.registration_application
    ADD CONSTRAINT registration_application_local_user_id_fkey FOREIGN KEY (local_user_id) REFERENCES public.local_user(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.site
    ADD CONSTRAINT site_instance_id_fkey FOREIGN KEY (instance_id) REFERENCES public.instance(id) ON UPDATE CASCADE ON DELETE CASCADE;

